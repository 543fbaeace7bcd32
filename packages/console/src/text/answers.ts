import { type Measure, measureTitle } from './measures.ts'

/** Sentences about what questions were answered. */
export const answers = {
  cannot: 'This cannot be counted here.',
  noQuestion: 'It asks nothing yet.',
  nothing: (report: string | undefined) =>
    report === undefined ? 'Nothing was counted in this time.' : 'No flag is to be told of here.',
  counted: (measure: Measure, math: string) => (math === 'total' ? measureTitle(measure) : 'Users'),
  summary: (sum: string | undefined, counted: string, most: string, day: string) =>
    sum === undefined
      ? `At most ${most} ${counted.toLowerCase()}, on ${day}.`
      : `${sum} ${counted.toLowerCase()}; the most, ${most}, on ${day}.`,
  previous: '(before)',
  noValue: 'No answer',
  others: 'Others',
  response: (value: string) => (value === 'true' ? 'On' : value === 'false' ? 'Off' : value),
  by: (property: string | undefined) => BREAKDOWNS[property ?? ''] ?? 'What',
  share: 'Share',
  notDrawn: (count: number) => (count === 1 ? '1 more is not drawn.' : `${count} more are not drawn.`),
  same: 'The same as before',
  more: (share: string | null, before: string) => `${share ?? ''} more than before (${before})`.trim(),
  fewer: (share: string | null, before: string) => `${share ?? ''} fewer than before (${before})`.trim(),
  approximate: 'Numbers of users are estimates.',
  withoutUsers: (sources: readonly string[]) => `Users are not known from: ${sources.join(', ')}.`,
  withoutGroups: (sources: readonly string[]) => `Groups are not known from: ${sources.join(', ')}.`,
  flag: 'Flag',
  why: 'Why',
  never: 'Never',
  lastCalled: 'Last called',
  asked: 'Asked for',
  lastSeen: 'Last time',
  sdk: 'By',
  rollout: 'Who gets it',
  byConditions: 'by conditions',
  usage: 'Usage, 7 days',
} as const

const BREAKDOWNS: Readonly<Record<string, string>> = {
  $feature_flag: 'Flag',
  $feature_flag_response: 'Answer',
  $lib: 'SDK',
}
