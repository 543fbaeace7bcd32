import { place } from '../../route.ts'
import { runsOrganization } from '../../session.ts'
import { type ActivityKind, activity } from '../../text/activity.ts'
import { isDate, midnight } from './day-bounds.ts'

/** The value of the filter by kind for the activity of the organization. */
export const ORGANIZATION = 'Organization'

/** The filters of the list. The address contains all of them. */
export interface Filters {
  /** null for all kinds. */
  readonly kind: ActivityKind | typeof ORGANIZATION | null
  readonly search: string
  /** Dates as `2026-11-27`, both inclusive; empty for no bound. */
  readonly from: string
  readonly to: string
  /** The id of a flag; empty for all records. */
  readonly flag: string
  /** A UUID; empty for all users. */
  readonly user: string
  readonly isGrouped: boolean
}

export function filtersInPlace(): Filters {
  const { query } = place.value
  const text = (name: string) => query.get(name) ?? ''
  const date = (name: string) => (isDate(text(name)) ? text(name) : '')
  const kind = text('kind')
  const flag = /^\d{1,15}$/.test(text('flag')) ? text('flag') : ''
  return {
    kind: kind === ORGANIZATION && runsOrganization.value ? kind : isKind(kind) ? kind : null,
    search: text('search').trim().slice(0, 200),
    from: date('from'),
    to: date('to'),
    flag,
    user: text('user'),
    isGrouped: query.get('group') !== 'off',
  }
}

function isKind(text: string): text is ActivityKind {
  return Object.hasOwn(activity.kinds, text)
}

export function isFiltered({ kind, search, from, to, flag, user }: Filters): boolean {
  return kind !== null || [search, from, to, flag, user].some((value) => value !== '')
}

/** Whether the list contains the newest entry of each of its records. Other filters may exclude it. */
export function showsNewest({ search, to, user }: Filters): boolean {
  return [search, to, user].every((value) => value === '')
}

/** Returns the filters as parameters of the API. */
export function queryOf({ kind, search, from, to, flag, user }: Filters) {
  const scope = flag === '' ? kind : 'FeatureFlag'
  return {
    ...(scope && scope !== ORGANIZATION && { scope }),
    ...(flag && { item_id: flag }),
    ...(user && { user }),
    ...(search && { search }),
    ...(from && { date_from: midnight(from, 0) }),
    ...(to && { date_to: midnight(to, 1) }),
  }
}
