import { USAGE_MEASURES } from '../../usage/usage.ts'
import type { DateRange } from './trends-query.ts'
import type { UsageReads } from './usage-reads.ts'

/** `all` begins with the first day that anything was counted on; today, if nothing was. */
export async function sinceAnything(reads: UsageReads, { dateFrom, dateTo }: DateRange): Promise<DateRange> {
  if (dateFrom !== 'all') return { dateFrom, dateTo }
  const firsts: string[] = []
  for (const measure of USAGE_MEASURES) {
    const [first] = await reads.sum({ measure, period: 'day', from: '1970-01-01', until: '9000-01-01', by: ['start'] })
    if (first?.start) firsts.push(first.start)
  }
  return { dateFrom: firsts.sort()[0] ?? 'dStart', dateTo }
}
