import { ownValue } from '../parts/own-value.ts'
import { isolate } from './isolate.ts'
import { type Measure, measureTitle } from './measures.ts'

/** Texts of the results of charts. */
export const answers = {
  cannot: 'This chart has no result.',
  noQuestion: 'Not set up yet.',
  nothing: (report: string | undefined) => (report === undefined ? 'No data for this period.' : 'No flags.'),
  counted: (measure: Measure, math: string) => (math === 'total' ? measureTitle(measure) : 'Users'),
  summary: (sum: string | undefined, counted: string, most: string, day: string) =>
    sum === undefined
      ? `Peak: ${most} ${counted.toLowerCase()} on ${day}`
      : `${sum} ${counted.toLowerCase()}, peaking at ${most} on ${day}`,
  previous: '(previous)',
  noValue: 'No value',
  others: 'Other',
  response: (value: string) => (value === 'true' ? 'On' : value === 'false' ? 'Off' : value),
  by: (property: string | undefined) => ownValue(BREAKDOWNS, property ?? '') ?? 'Metric',
  share: 'Share',
  /** Returns "…. 18 more flags not shown". */
  withMore: (summary: string, count: number, property: string | undefined) => {
    const [one, many] = ownValue(SERIES, property ?? '') ?? ['series', 'series']
    return `${summary}. ${count} more ${count === 1 ? one : many} not shown`
  },
  same: 'Same as the previous period',
  more: (share: string | null, before: string) => `${share === null ? 'Up' : `Up ${share}`} from ${before}`,
  fewer: (share: string | null, before: string) => `${share === null ? 'Down' : `Down ${share}`} from ${before}`,
  approximate: 'User counts are estimates.',
  withoutUsers: (sources: readonly string[]) => `No user data from ${sources.map(isolate).join(', ')}.`,
  withoutGroups: (sources: readonly string[]) => `No group data from ${sources.map(isolate).join(', ')}.`,
  notCompared: 'This report shows the current state, so it is not compared.',
  notByClient: 'Users are not counted by SDK or by place of evaluation. Clear these filters to see this chart.',
  cannotCompare: (reason: string) => `Not compared with the previous period. ${reason}`,
  notFiltered: 'This report shows the current state of all flags, so filters do not apply.',
  flag: 'Flag',
  createFlag: 'Create flag',
  createFlagFor: (key: string) => `Create flag ${isolate(key)}`,
  why: 'Reason',
  never: 'Never',
  lastCalled: 'Last called',
  asked: 'Calls',
  lastSeen: 'Last seen',
  sdk: 'SDK',
  rollout: 'Rollout',
  byConditions: 'by conditions',
  usage: 'Last 7 days',
} as const

const SERIES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  $feature_flag: ['flag', 'flags'],
  $feature_flag_response: ['value', 'values'],
  $lib: ['SDK', 'SDKs'],
}

const BREAKDOWNS: Readonly<Record<string, string>> = {
  $feature_flag: 'Flag',
  $feature_flag_response: 'Value',
  $lib: 'SDK',
}
