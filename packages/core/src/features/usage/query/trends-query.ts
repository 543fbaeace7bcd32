import type { UsageMeasure, UsageSource } from '../../../data/records/usage.ts'

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Displays that show each step. */
const SERIES_DISPLAYS = ['ActionsLineGraph', 'ActionsBar', 'ActionsLineGraphCumulative'] as const
/** Displays that show one number for the whole range. */
export const TOTAL_DISPLAYS = ['ActionsTable', 'ActionsPie', 'ActionsBarValue', 'BoldNumber'] as const
export const DISPLAYS = [...SERIES_DISPLAYS, ...TOTAL_DISPLAYS] as const
export type Display = (typeof DISPLAYS)[number]

/** `total` counts calls, `dau` distinct users, `unique_group` distinct groups of one type. */
export const MATHS = ['total', 'dau', 'unique_group'] as const
export type SeriesMath = (typeof MATHS)[number]

/** The event of every query. */
export const FLAG_CALLED = '$feature_flag_called'

/** A range as it was entered, which can be relative to now (INSIGHT-11). */
export interface DateRange {
  readonly dateFrom: string | null
  readonly dateTo: string | null
}

/** The dimensions of a breakdown. */
export type Dimension = 'flagKey' | 'variant' | 'sdk'

/** Counts only usage with one of these values. */
export type UsageCondition =
  | { readonly dimension: Dimension; readonly values: readonly string[] }
  | { readonly dimension: 'source'; readonly values: readonly UsageSource[] }

export interface TrendsSeries {
  /** Null for every event, which has the same result. */
  readonly event: string | null
  readonly name: string | null
  readonly customName: string | null
  readonly math: SeriesMath
  /** The group type whose groups are counted; null when no groups are counted. */
  readonly groupTypeIndex: number | null
  readonly conditions: readonly UsageCondition[]
}

export interface Breakdown {
  readonly dimension: Dimension
  /** The number of values to show; smaller ones are grouped. */
  readonly limit: number
  readonly hideOther: boolean
  /** Whether it was sent in `breakdowns`. The values in its result are then lists of one. */
  readonly isListed: boolean
}

export interface Comparison {
  /** How much earlier, such as `-1m`; null for the period directly before. */
  readonly to: string | null
}

/** A query for usage over time (INSIGHT-1 to INSIGHT-8). */
export interface TrendsQuery {
  readonly kind: 'TrendsQuery'
  readonly measure: UsageMeasure
  readonly interval: Interval
  readonly dateRange: DateRange
  readonly series: readonly TrendsSeries[]
  /** Conditions in addition to those of each series. */
  readonly conditions: readonly UsageCondition[]
  readonly breakdown: Breakdown | null
  readonly display: Display
  readonly comparison: Comparison | null
}

/** Whether the display shows one number for the whole range. */
export function showsTotal(display: Display): boolean {
  return (TOTAL_DISPLAYS as readonly Display[]).includes(display)
}
