import type { UsageMeasure, UsageSource } from '../../../data/records/usage.ts'

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Shown step by step. */
const SERIES_DISPLAYS = ['ActionsLineGraph', 'ActionsBar', 'ActionsLineGraphCumulative'] as const
/** Shown as one number for the whole range. */
export const TOTAL_DISPLAYS = ['ActionsTable', 'ActionsPie', 'ActionsBarValue', 'BoldNumber'] as const
export const DISPLAYS = [...SERIES_DISPLAYS, ...TOTAL_DISPLAYS] as const
export type Display = (typeof DISPLAYS)[number]

/** `total` counts calls, `dau` distinct users, `unique_group` distinct groups of one type. */
export const MATHS = ['total', 'dau', 'unique_group'] as const
export type SeriesMath = (typeof MATHS)[number]

/** The event that every query is about. */
export const FLAG_CALLED = '$feature_flag_called'

/** A range as its author wrote it, relative to now or not (INSIGHT-11). */
export interface DateRange {
  readonly dateFrom: string | null
  readonly dateTo: string | null
}

/** By what usage can be told apart. */
export type Dimension = 'flagKey' | 'variant' | 'sdk'

/** A value, or one of several, that usage has to have to be counted. */
export type UsageCondition =
  | { readonly dimension: Dimension; readonly values: readonly string[] }
  | { readonly dimension: 'source'; readonly values: readonly UsageSource[] }

export interface TrendsSeries {
  /** null: every event, which is the same here. */
  readonly event: string | null
  readonly name: string | null
  readonly customName: string | null
  readonly math: SeriesMath
  /** Of which type groups are counted; null where none are. */
  readonly groupTypeIndex: number | null
  readonly conditions: readonly UsageCondition[]
}

export interface Breakdown {
  readonly dimension: Dimension
  /** Values to show; the smaller ones beyond are shown as one. */
  readonly limit: number
  readonly hideOther: boolean
  /** Sent as one of `breakdowns`: its values are answered as lists of one. */
  readonly isListed: boolean
}

export interface Comparison {
  /** How much earlier, such as `-1m`; null: right before. */
  readonly to: string | null
}

/** A question for numbers of usage over time (INSIGHT-1 to INSIGHT-8). */
export interface TrendsQuery {
  readonly kind: 'TrendsQuery'
  readonly measure: UsageMeasure
  readonly interval: Interval
  readonly dateRange: DateRange
  readonly series: readonly TrendsSeries[]
  /** In addition to those of each series. */
  readonly conditions: readonly UsageCondition[]
  readonly breakdown: Breakdown | null
  readonly display: Display
  readonly comparison: Comparison | null
}

/** Whether the display shows one number for the whole range. */
export function showsTotal(display: Display): boolean {
  return (TOTAL_DISPLAYS as readonly Display[]).includes(display)
}
