import type { Display } from './query-source.ts'

export const REPORTS = ['stale', 'unknown', 'rollout'] as const
export type Report = (typeof REPORTS)[number]

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Properties of events by which numbers are broken down. */
export const BREAKDOWNS = ['$feature_flag', '$feature_flag_response', '$lib'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

/** A chart as the form edits it: everything that can be counted of one series, or a report. */
export interface Question {
  /** Calls, users, or one of the reports, to which nothing below applies. */
  readonly about: 'total' | 'dau' | Report
  /** SDK calls, or all evaluations of the server. */
  readonly measure: 'exposures' | 'evaluations'
  /** Keys; none: all flags. */
  readonly flags: readonly string[]
  readonly responses: readonly string[]
  readonly sdks: readonly string[]
  /** Where the flag was evaluated. */
  readonly place: 'anywhere' | 'application' | 'server'
  readonly breakdown: Breakdown | 'nothing'
  readonly display: Display
  readonly interval: Interval
  /** As the API reads it: `-7d`. */
  readonly from: string
  /** Whether the previous period is shown too. */
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

/** Whether the display shows values over time, and not one number for the whole range. */
export function hasSteps({ display }: Question): boolean {
  return display === 'ActionsLineGraph' || display === 'ActionsBar' || display === 'ActionsLineGraphCumulative'
}
