import { startOfDay } from '../../../foundation/time/time-zone.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { RetentionStarts } from '../../../runtime/usage/usage-retention.ts'
import type { LocalClock } from './date-bound.ts'
import { UnsupportedQuery } from './query-part.ts'
import type { TimeRange } from './time-range.ts'

/** The current time, the time zone, and when the stored usage starts. */
export interface UsageClock extends LocalClock {
  readonly keptSince: RetentionStarts
}

type Counted = 'calls' | 'users'

/**
 * Rejects a range that is no longer stored completely, because the missing part would be shown as zero (INSIGHT-16).
 */
export function requireKept(range: TimeRange, counted: Counted, clock: UsageClock): void {
  if (isKept(range, counted, clock)) return
  const what = `${counted === 'users' ? 'Users' : 'Calls'} per ${range.interval === 'hour' ? 'hour' : 'day'}`
  const since = timestampOf(keptSince(range, counted, clock)).slice(0, 16)
  throw new UnsupportedQuery(`${what} are stored from ${since} UTC on: request a range that starts later.`)
}

/** Whether the usage of the whole range is still stored. */
export function isKept(range: TimeRange, counted: Counted, clock: UsageClock): boolean {
  const first = range.interval === 'hour' ? range.from : startOfDay(range.from, clock.zone)
  return first >= keptSince(range, counted, clock)
}

function keptSince({ interval }: TimeRange, counted: Counted, { keptSince: since }: UsageClock): number {
  if (interval === 'hour') return counted === 'users' ? since.bucketUsers : since.buckets
  return counted === 'users' ? since.dayUsers : since.days
}
