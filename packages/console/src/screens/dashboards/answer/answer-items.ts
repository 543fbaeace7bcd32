import { answers } from '../../../text/answers.ts'
import { fieldsOf, sourceOf } from '../question/query-source.ts'

/** What an insight, or a question that is not kept, was answered. */
export interface Answer {
  readonly query: unknown
  /** Items of a series, or rows; null when there is no answer. */
  readonly result: readonly unknown[] | null
  readonly error?: { readonly message: string } | undefined
  readonly approximate: boolean
  readonly users_coverage: { readonly complete: boolean; readonly sources_without_users: readonly string[] } | null
}

/** One line, bar or number of an answer, as the API says it. */
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

/** Rows of a report about flags. */
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

/** The report that a query asks for; undefined when it asks for numbers. */
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

/** Whether the numbers are users: these are never added up. */
export function countsUsers(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math !== 'total')
}

/** Whether the numbers are groups, which are counted as users are. */
export function countsGroups(items: readonly Item[]): boolean {
  return items.some(({ action }) => action.math === 'unique_group')
}

/** How many series the query has: with one alone its name says nothing. */
function isAlone(query: unknown): boolean {
  const { series } = sourceOf(query)
  return !Array.isArray(series) || series.length < 2
}

/** What an item is called where it is shown. */
export function itemLabel(item: Item, query: unknown): string {
  const period = item.compare_label === 'previous' ? ` ${answers.previous}` : ''
  return `${[seriesLabel(item, query), valueLabel(item, query)].filter(Boolean).join(' – ')}${period}`
}

function seriesLabel({ action, breakdown_value }: Item, query: unknown): string {
  const what = action.custom_name ?? answers.counted(measureOf(query), action.math)
  return isAlone(query) && breakdown_value !== undefined ? '' : what
}

/** @returns `exposures` or `evaluations` */
export function measureOf(query: unknown): 'exposures' | 'evaluations' {
  return sourceOf(query).measure === 'evaluations' ? 'evaluations' : 'exposures'
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

/** The property that numbers are told apart by. */
export function breakdownOf(query: unknown): string | undefined {
  const { breakdown, breakdowns } = fieldsOf(sourceOf(query).breakdownFilter)
  const listed = Array.isArray(breakdowns) ? fieldsOf(breakdowns[0]).property : undefined
  const found = breakdown ?? listed
  return typeof found === 'string' ? found : undefined
}
