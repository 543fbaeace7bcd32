import type { Display } from './query-source.ts'

export const REPORTS = ['stale', 'unknown', 'rollout'] as const
export type Report = (typeof REPORTS)[number]

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** By what numbers are told apart, by the property that events have of it. */
export const BREAKDOWNS = ['$feature_flag', '$feature_flag_response', '$lib'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

/** A question as the form asks it: everything that can be counted of one series, or a report. */
export interface Question {
  /** Calls, users, or one of the reports, for which nothing below counts. */
  readonly about: 'total' | 'dau' | Report
  /** Whether calls are those that SDKs report, or every decision of the server. */
  readonly measure: 'exposures' | 'evaluations'
  /** Keys; none: all flags. */
  readonly flags: readonly string[]
  readonly responses: readonly string[]
  readonly sdks: readonly string[]
  /** Where it was decided. */
  readonly place: 'anywhere' | 'application' | 'server'
  readonly breakdown: Breakdown | 'nothing'
  readonly display: Display
  readonly interval: Interval
  /** As the API understands it: `-7d`. */
  readonly from: string
  /** Whether the time before is shown beside it. */
  readonly compare: boolean
}

export const FIRST_QUESTION: Question = {
  about: 'total',
  measure: 'exposures',
  flags: [],
  responses: [],
  sdks: [],
  place: 'anywhere',
  breakdown: 'nothing',
  display: 'ActionsLineGraph',
  interval: 'day',
  from: '-30d',
  compare: false,
}

export function isReport(about: Question['about']): about is Report {
  return about !== 'total' && about !== 'dau'
}

/** Displays that show one number for the whole time, and no steps. */
export function hasSteps({ display }: Question): boolean {
  return display === 'ActionsLineGraph' || display === 'ActionsBar' || display === 'ActionsLineGraphCumulative'
}
