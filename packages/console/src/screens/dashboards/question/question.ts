import type { Display } from './query-source.ts'

export const REPORTS = ['stale', 'unknown', 'rollout'] as const
export type Report = (typeof REPORTS)[number]

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Properties of events that break down numbers. */
export const BREAKDOWNS = ['$feature_flag', '$feature_flag_response', '$lib'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

/** A chart in the form: every query of one series, or a report. */
export interface Question {
  /** Calls, users, or a report; the fields below do not apply to reports. */
  readonly about: 'total' | 'dau' | Report
  /** SDK calls, or all evaluations of the server. */
  readonly measure: 'exposures' | 'evaluations'
  /** Keys; empty for all flags. */
  readonly flags: readonly string[]
  readonly responses: readonly string[]
  readonly sdks: readonly string[]
  /** Where the flag was evaluated. */
  readonly place: 'anywhere' | 'application' | 'server'
  readonly breakdown: Breakdown | 'nothing'
  readonly display: Display
  readonly interval: Interval
  /** In the format of the API: `-7d`. */
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

/** Whether the display shows values over time, as opposed to one number for the whole range. */
export function hasSteps({ display }: Question): boolean {
  return display === 'ActionsLineGraph' || display === 'ActionsBar' || display === 'ActionsLineGraphCumulative'
}
