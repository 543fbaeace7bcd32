import { place } from '../../route.ts'
import { runsOrganization } from '../../session.ts'
import { type ActivityKind, activity } from '../../text/activity.ts'
import { isDate, midnight } from './day-bounds.ts'

/** The kind, in the address, that is the organization's own activity. */
export const ORGANIZATION = 'Organization'

/** What narrows the list. All of it is in the address. */
export interface Filters {
  /** null: every kind. */
  readonly kind: ActivityKind | typeof ORGANIZATION | null
  readonly search: string
  /** Dates as `2026-11-27`, both included; empty: no bound. */
  readonly from: string
  readonly to: string
  /** The id of a flag; empty: every record. */
  readonly flag: string
  /** A UUID; empty: every user. */
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

/** Whether the list starts with the newest entry of each record that it shows: other filters may leave it out. */
export function showsNewest({ search, to, user }: Filters): boolean {
  return [search, to, user].every((value) => value === '')
}

/** The filters as parameters of the API. */
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
