import * as z from 'zod'
import { USAGE_MEASURES } from '../../data/records/usage.ts'
import { type DomainError, invalidInput } from '../../foundation/errors/domain-error.ts'
import { textField } from '../../foundation/validation/fields.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { answerBudget } from './query/answer-budget.ts'
import { firstBound, lastBound } from './query/date-bound.ts'
import { requireKept, type UsageClock } from './query/kept-usage.ts'
import { UnsupportedQuery } from './query/query-part.ts'
import { sinceAnything } from './query/since-anything.ts'
import { type TimeRange, timeRange } from './query/time-range.ts'
import { INTERVALS } from './query/trends-query.ts'
import type { UsageReads } from './query/usage-reads.ts'
import type { FlagCalls } from './usage-totals.ts'

/** The query for the usage of a flag (INSIGHT-50). Dates have the form of those in insights (INSIGHT-11). */
export const flagUsageSchema = z.object({
  interval: z.enum(INTERVALS).default('day'),
  dateFrom: textField().default('-30d'),
  dateTo: textField().nullable().default(null),
  measure: z.enum(USAGE_MEASURES).default('exposures'),
})

/** Which days of a flag to count, and by which measure. */
export type FlagUsageInput = Readonly<z.input<typeof flagUsageSchema>>

/** Parses the range. @throws DomainError that names the invalid field */
export async function usageRange(
  reads: UsageReads,
  asked: z.output<typeof flagUsageSchema>,
  clock: UsageClock,
): Promise<TimeRange> {
  const dateRange = await sinceAnything(reads, { dateFrom: asked.dateFrom, dateTo: asked.dateTo }, clock)
  const { dateFrom, dateTo } = dateRange
  if (dateFrom) orInvalid('dateFrom', () => firstBound(dateFrom, clock))
  if (dateTo) orInvalid('dateTo', () => lastBound(dateTo, clock))
  return orInvalid('dateFrom', () => {
    const range = timeRange({ interval: asked.interval, dateRange, isTotal: false }, clock)
    requireKept(range, 'calls', clock)
    return range
  })
}

/** Rejects a range with too many numbers for its variants (INSIGHT-27), before they are read. */
export function requireRoom(calls: FlagCalls, steps: number): void {
  const items = new Set([...calls.exposures, ...calls.evaluations].map(({ variant }) => variant)).size
  orInvalid('dateFrom', () => answerBudget().require({ items, points: items * steps }))
}

function orInvalid<T>(attr: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof UnsupportedQuery ? invalidDate(attr, error) : error
  }
}

function invalidDate(attr: string, cause: UnsupportedQuery): DomainError {
  return invalidInput([violation(attr, 'invalid_input', cause.message)], cause)
}
