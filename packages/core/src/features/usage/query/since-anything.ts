import { USAGE_MEASURES } from '../../../data/records/usage.ts'
import { addDays } from '../../../foundation/time/calendar-day.ts'
import { localDay } from '../../../foundation/time/time-zone.ts'
import type { UsageClock } from './kept-usage.ts'
import type { DateRange } from './trends-query.ts'
import type { UsageReads } from './usage-reads.ts'

/** Replaces `all` by the first day with stored counts; without any, by today. */
export async function sinceAnything(
  reads: UsageReads,
  { dateFrom, dateTo }: DateRange,
  clock: UsageClock,
): Promise<DateRange> {
  if (dateFrom !== 'all') return { dateFrom, dateTo }
  const from = firstKeptDay(clock)
  const until = endOfCountedDays(clock)
  const firsts: string[] = []
  for (const measure of USAGE_MEASURES) {
    const [first] = await reads.sum({ measure, period: 'day', from, until, by: ['start'] })
    if (first?.start) firsts.push(first.start)
  }
  return { dateFrom: firsts.sort()[0] ?? 'dStart', dateTo }
}

/**
 * Returns the day after the last one with counts. A call with a future time counts as of now, which can be tomorrow in
 * another zone.
 */
export function endOfCountedDays({ now, zone }: UsageClock): string {
  return addDays(localDay(now, zone), 2)
}

/** Returns the first day whose usage is still complete. */
export function firstKeptDay({ keptSince, zone }: UsageClock): string {
  return addDays(localDay(Math.max(keptSince.days, keptSince.dayUsers), zone), 1)
}
