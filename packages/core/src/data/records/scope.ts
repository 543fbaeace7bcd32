/** The kinds of objects that a personal API key can be permitted to read or write. */
export const SCOPE_OBJECTS = [
  'feature_flag',
  'dashboard',
  'insight',
  'query',
  'activity_log',
  'organization',
  'organization_member',
  'project',
  'user',
  'cohort',
  'person',
  'group',
] as const

export type ScopeObject = (typeof SCOPE_OBJECTS)[number]
/** `object:read`, `object:write` (which implies read) or `*` for everything. */
export type Scope = '*' | `${ScopeObject}:${'read' | 'write'}`

/** Whether a text is a valid scope of a key. */
export function isScope(value: string): value is Scope {
  if (value === '*') return true
  const [object, action, ...rest] = value.split(':')
  return (
    rest.length === 0 &&
    (SCOPE_OBJECTS as readonly string[]).includes(object ?? '') &&
    (action === 'read' || action === 'write')
  )
}

/** Whether the scopes `granted` include the scope `required`. */
export function scopeAllows(granted: readonly Scope[], required: Scope): boolean {
  if (granted.includes('*') || granted.includes(required)) return true
  return required.endsWith(':read') && granted.includes(required.replace(/:read$/, ':write') as Scope)
}
