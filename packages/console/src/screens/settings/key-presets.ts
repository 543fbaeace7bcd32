import { keys as text } from '../../text/settings.ts'

/** The objects of scopes, with their names in the API. */
export const OBJECTS = [
  'feature_flag',
  'cohort',
  'dashboard',
  'insight',
  'query',
  'person',
  'group',
  'project',
  'organization',
  'organization_member',
  'activity_log',
  'user',
] as const

export type Scope = '*' | `${(typeof OBJECTS)[number]}:${'read' | 'write'}`
export type Preset = keyof typeof text.presets

/** The scopes of each preset, in the order of the form. */
export const PRESETS = {
  read: OBJECTS.map((object) => `${object}:read` as const),
  ci: ['feature_flag:write', 'cohort:write', 'dashboard:write', 'insight:write', 'project:read'],
  sdk: ['feature_flag:read'],
  custom: [],
  full: ['*'],
} as const satisfies Readonly<Record<Preset, readonly Scope[]>>

/** Returns the name of the preset with exactly these scopes; undefined if there is none. */
export function presetNamed(scopes: readonly string[]): string | undefined {
  if (scopes.includes('*')) return text.presets.full.name
  const sorted = [...scopes].sort().join()
  const found = (Object.keys(PRESETS) as Preset[]).find((preset) => [...PRESETS[preset]].sort().join() === sorted) // its keys
  return found && text.presets[found].name
}
