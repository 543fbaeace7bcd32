import { answers } from '../../../text/answers.ts'
import { fromQuery } from '../question/from-query.ts'
import { fieldsOf, sourceOf } from '../question/query-source.ts'

/** The result of a stored insight, or of a query that is not stored. */
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

/** The report that a query requests; undefined when it requests numbers. */
export function reportOf(query: unknown): string | undefined {
  const { kind, report } = sourceOf(query)
  return kind === 'FlagHealthQuery' ? String(report) : undefined
}

export function itemsOf({ result }: Answer): readonly Item[] {
  return (result ?? []) as readonly Item[] // what the API declares of a query that is no report
}

export function rowsOf({ result }: Answer): readonly HealthRow[] {
  return (result ?? []) as readonly HealthRow[] // what the API declares of a report
}

/** The items of the requested period, without those of the previous one. */
export function currentItems(items: readonly Item[]): readonly Item[] {
  return items.filter(({ compare_label }) => compare_label !== 'previous')
}

/** Whether the numbers are users: these are never added up. */
export function countsUsers(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math !== 'total')
}

/** Whether the numbers are groups, which are counted like users. */
export function countsGroups(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math === 'unique_group')
}

/** Whether the query has one series: its name then distinguishes nothing. */
function isAlone(query: unknown): boolean {
  const { series } = sourceOf(query)
  return !Array.isArray(series) || series.length < 2
}

/** The name of an item where it is shown. */
export function itemLabel(item: Item, query: unknown): string {
  const period = item.compare_label === 'previous' ? ` ${answers.previous}` : ''
  return `${[seriesLabel(item, query), valueLabel(item, query)].filter(Boolean).join(' – ')}${period}`
}

/** The name of the metric of an item; empty where the value of the breakdown says enough. */
export function seriesLabel({ action, breakdown_value }: Item, query: unknown): string {
  const what = action.custom_name ?? answers.counted(measureOf(query), action.math)
  return isAlone(query) && breakdown_value !== undefined ? '' : what
}

/** @returns `exposures` or `evaluations` */
export function measureOf(query: unknown): 'exposures' | 'evaluations' {
  return sourceOf(query).measure === 'evaluations' ? 'evaluations' : 'exposures'
}

/** The key of the flag that an item is about; undefined where it is about several, or about none. */
export function flagOf({ breakdown_value }: Item, query: unknown): string | undefined {
  const value = [breakdown_value].flat()[0]
  if (breakdownOf(query) === '$feature_flag') return value === NO_VALUE || value === OTHERS ? undefined : value
  const [only, ...others] = flagsOf(query)
  return value === undefined && others.length === 0 ? only : undefined
}

/** The flags that a query is narrowed to, as far as the form can show the query. */
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

/** The property that numbers are broken down by. */
export function breakdownOf(query: unknown): string | undefined {
  const { breakdown, breakdowns } = fieldsOf(sourceOf(query).breakdownFilter)
  const listed = Array.isArray(breakdowns) ? fieldsOf(breakdowns[0]).property : undefined
  const found = breakdown ?? listed
  return typeof found === 'string' ? found : undefined
}
