import type { JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'

/** What only things of a kind have, as the API shows them. */
const MARKS = {
  flag: ['key', 'filters', 'can_edit'],
  cohort: ['is_static', 'name'],
  dashboard: ['restriction_level', 'tiles'],
  tile: ['layouts', 'show_description'],
  text: ['body', 'dashboard_tiles'],
  insight: ['short_id', 'query'],
  template: ['template_name', 'dashboard_filters'],
  role: ['feature_flags_access_level', 'members'],
  membership: ['role_id', 'user'],
  earlyAccess: ['documentation_url', 'feature_flag'],
  roleAccess: ['feature_flag', 'role'],
  invitation: ['target_email', 'is_expired'],
  personalKey: ['mask_value', 'scopes'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Kind = keyof typeof MARKS
const KINDS = Object.keys(MARKS) as readonly Kind[] // its keys

/** Something inside of something else: a tile on a dashboard, an entry of a flag. */
export interface Inside {
  readonly of: number
  readonly id: number
}

/** Ids of what there is, those of the world first and then what was made on the way. */
export interface Pools extends Readonly<Record<Kind, (number | string)[]>> {
  readonly tilesOfDashboards: Inside[]
  readonly accessesOfFlags: Inside[]
  /** Of invitations: everybody who tries to accept one has it. */
  readonly token: string[]
}

export function emptyPools(): Pools {
  const ofKinds = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, []> // one for each kind
  return { ...ofKinds, tilesOfDashboards: [], accessesOfFlags: [], token: [] }
}

/** Adds every thing in an answer to the pool of its kind. */
export function learn(pools: Pools, value: JsonValue | undefined): void {
  if (Array.isArray(value)) for (const item of value) learn(pools, item)
  if (!isJsonObject(value)) return
  const { id, dashboard_id: dashboardId, feature_flag: flag, token } = value
  if (typeof token === 'string') pools.token.push(token)
  if (typeof dashboardId === 'number') pools.tilesOfDashboards.push({ of: dashboardId, id: Number(id) })
  if (isJsonObject(flag) && typeof id === 'number') pools.accessesOfFlags.push({ of: Number(flag.id), id })
  if (typeof id === 'number' || typeof id === 'string') {
    for (const kind of KINDS) {
      if (MARKS[kind].every((mark) => Object.hasOwn(value, mark)) && !pools[kind].includes(id)) pools[kind].push(id)
    }
  }
  for (const part of Object.values(value)) learn(pools, part)
}

export function copyOf(pools: Pools): Pools {
  return structuredClone(pools)
}
