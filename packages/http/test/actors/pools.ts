import type { JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'

/** The fields of API responses by which a kind of record is recognized. */
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
const KINDS = Object.keys(MARKS) as readonly Kind[] // the keys of the marks

/** A record inside another one: a tile on a dashboard, an entry of a flag. */
export interface Inside {
  readonly of: number
  readonly id: number
}

/** The ids of all records: first those of the world, then those created later. */
export interface Pools extends Readonly<Record<Kind, (number | string)[]>> {
  readonly tilesOfDashboards: Inside[]
  readonly accessesOfFlags: Inside[]
  /** The tokens of invitations. Every actor that tries to accept an invitation has its token. */
  readonly token: string[]
}

export function emptyPools(): Pools {
  const ofKinds = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, []> // one for each kind
  return { ...ofKinds, tilesOfDashboards: [], accessesOfFlags: [], token: [] }
}

/** Adds all records of a response to the pools of their kinds. */
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
