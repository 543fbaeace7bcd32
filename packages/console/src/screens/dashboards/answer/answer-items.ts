import { answers } from '../../../text/answers.ts'
import { fromQuery } from '../question/from-query.ts'
import { fieldsOf, sourceOf } from '../question/query-source.ts'

/** The result of a stored chart, or of a query that is not stored. */
export interface Answer {
  readonly query: unknown
  /** Items of a series, or rows of a report; null without a result. */
  readonly result: readonly unknown[] | null
  readonly error?: { readonly message: string } | undefined
  readonly approximate: boolean
  readonly users_coverage: { readonly complete: boolean; readonly sources_without_users: readonly string[] } | null
}

/** One line, bar or number of a result, as the API returns it. */
export interface Item {
  readonly action: { readonly name: string | null; readonly custom_name: string | null; readonly math: string }
  readonly label: string
  readonly count: number
  readonly data: readonly number[]
  readonly days: readonly string[]
  readonly breakdown_value?: string | readonly string[]
  readonly aggregated_value?: number
  readonly compare_label?: 'current' | 'previous'
}

/** A row of a report about flags. */
export interface HealthRow {
  readonly id?: number
  readonly key: string
  readonly name?: string
  readonly reason?: string
  readonly created_at?: string
  readonly last_called_at?: string | null
  readonly count?: number
  readonly first_seen?: string
  readonly last_seen?: string
  readonly last_sdk?: string | null
  readonly rollout_percentage?: number | null
  readonly variants?: readonly { readonly key: string; readonly rollout_percentage: number }[]
  readonly updated_at?: string
  readonly exposures?: number
  readonly evaluations?: number
}

/** Returns the report that a query requests; undefined if it requests numbers. */
export function reportOf(query: unknown): string | undefined {
  const { kind, report } = sourceOf(query)
  return kind === 'FlagHealthQuery' ? String(report) : undefined
}

export function itemsOf({ result }: Answer): readonly Item[] {
  return (result ?? []) as readonly Item[] // the declared shape for a query that is not a report
}

export function rowsOf({ result }: Answer): readonly HealthRow[] {
  return (result ?? []) as readonly HealthRow[] // the declared shape for a report
}

/** Returns the items of the requested period, without those of the previous one. */
export function currentItems(items: readonly Item[]): readonly Item[] {
  return items.filter(({ compare_label }) => compare_label !== 'previous')
}

/** Whether the numbers count users. Such numbers are never added up. */
export function countsUsers(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math !== 'total')
}

/** Whether the numbers are groups, which are counted like users. */
export function countsGroups(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math === 'unique_group')
}

/** Whether the query has only one series. Its name then distinguishes nothing. */
function isAlone(query: unknown): boolean {
  const { series } = sourceOf(query)
  return !Array.isArray(series) || series.length < 2
}

/** Returns the displayed name of an item. */
export function itemLabel(item: Item, query: unknown): string {
  const period = item.compare_label === 'previous' ? ` ${answers.previous}` : ''
  return `${[seriesLabel(item, query), valueLabel(item, query)].filter(Boolean).join(' – ')}${period}`
}

/** Returns the name of an item's metric; empty if the value of the breakdown is enough. */
export function seriesLabel({ action, breakdown_value }: Item, query: unknown): string {
  const what = action.custom_name ?? answers.counted(measureOf(query), action.math)
  return isAlone(query) && breakdown_value !== undefined ? '' : what
}

/** @returns `exposures` or `evaluations` */
export function measureOf(query: unknown): 'exposures' | 'evaluations' {
  return sourceOf(query).measure === 'evaluations' ? 'evaluations' : 'exposures'
}

/** Returns the key of the flag that an item counts; undefined if it counts several flags or none. */
export function flagOf({ breakdown_value }: Item, query: unknown): string | undefined {
  const value = [breakdown_value].flat()[0]
  if (breakdownOf(query) === '$feature_flag') return value === NO_VALUE || value === OTHERS ? undefined : value
  const [only, ...others] = flagsOf(query)
  return value === undefined && others.length === 0 ? only : undefined
}

/** Returns the flags that a query is limited to, as far as the form can show the query. */
export function flagsOf(query: unknown): readonly string[] {
  return fromQuery(query)?.flags ?? []
}

const NO_VALUE = '$$_posthog_breakdown_null_$$'
const OTHERS = '$$_posthog_breakdown_other_$$'

function valueLabel({ breakdown_value }: Item, query: unknown): string {
  const value = [breakdown_value].flat()[0]
  if (value === undefined) return ''
  if (value === NO_VALUE) return answers.noValue
  if (value === OTHERS) return answers.others
  return breakdownOf(query) === '$feature_flag_response' ? answers.response(value) : value
}

/** Returns the property by which numbers are broken down. */
export function breakdownOf(query: unknown): string | undefined {
  const { breakdown, breakdowns } = fieldsOf(sourceOf(query).breakdownFilter)
  const listed = Array.isArray(breakdowns) ? fieldsOf(breakdowns[0]).property : undefined
  const found = breakdown ?? listed
  return typeof found === 'string' ? found : undefined
}
