import { CHECKOUT, PEOPLE } from './example-shop.ts'

const DAYS = 28
const DAY_MS = 86_400_000

/** The event that an SDK reports when a flag was called. */
export interface CallEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, string | boolean>>
}

/** The results that a flag returns, and its number of calls per day. */
const CALLED: readonly (readonly [key: string, perDay: number, answers: readonly (string | boolean)[]])[] = [
  [CHECKOUT.key, 36, ['control', 'one-page']],
  ['example-free-shipping', 24, [false, false, false, true]],
  ['example-dark-mode', 18, [true]],
  ['example-pricing-page', 12, ['plain', 'table', 'slider', 'calls']],
  ['example-beta-search', 9, [false, true]],
  // Called by code that still uses a deleted flag.
  ['example-summer-sale', 3, [false]],
]

/** Returns the calls of the four weeks before `now`: more each week, and fewer at weekends. */
export function callsUntil(now: number): readonly CallEvent[] {
  return Array.from({ length: DAYS }, (_, back) => now - back * DAY_MS).flatMap((day, back) =>
    CALLED.flatMap(([key, perDay, answers]) => callsOf(key, answers, day, amountOn(day, back, perDay))),
  )
}

function amountOn(day: number, back: number, perDay: number): number {
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  return Math.max(1, Math.round(perDay * (1 - back / (2 * DAYS)) * (isWeekend ? 0.5 : 1)))
}

function callsOf(key: string, answers: readonly (string | boolean)[], day: number, amount: number): CallEvent[] {
  return Array.from({ length: amount }, (_, index) => ({
    event: '$feature_flag_called',
    distinct_id: PEOPLE[index % PEOPLE.length]?.id ?? 'example',
    timestamp: new Date(day - index * 60_000).toISOString(),
    properties: {
      $feature_flag: key,
      $feature_flag_response: answers[(index + new Date(day).getUTCDate()) % answers.length] ?? false,
      $lib: index % 3 === 0 ? 'posthog-node' : 'web',
    },
  }))
}
