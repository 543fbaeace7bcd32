import type { UsageCountQuery, UsageSum } from '../../../data/records/usage.ts'
import { blockedTime } from '../../../foundation/time/blocked-time.ts'
import { addDays } from '../../../foundation/time/calendar-day.ts'
import { HOUR_MS } from '../../../foundation/time/durations.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'

/** The maximum number of flags whose counts are added up in one query, for any range. */
const FEW_FLAGS = 10
/** The number of hours or days in the first portion. */
const FIRST_STARTS = 4
/** How long one portion may block the process when the database runs inside it. */
const TARGET_MS = 10

/**
 * Returns the sums of a range. It reads the range in portions and yields in between (INSIGHT-33). Portions grow while
 * they do not block the process for long.
 */
export async function sumInPortions(
  sum: (query: UsageCountQuery) => Promise<readonly UsageSum[]>,
  query: UsageCountQuery,
): Promise<readonly UsageSum[]> {
  if (query.flagKeys && query.flagKeys.length <= FEW_FLAGS) return sum(query)
  const total = new Map<string, UsageSum>()
  let starts = FIRST_STARTS
  for (let from = query.from; from < query.until; ) {
    const until = earlier(later(query, from, starts), query.until)
    const { result, blockedMs } = await blockedTime(() => sum({ ...query, from, until }))
    for (const each of result) addTo(total, each)
    starts = Math.max(1, Math.min(starts * 2, Math.floor((starts * TARGET_MS) / Math.max(blockedMs, 0.001))))
    from = until
    await yieldToOthers()
  }
  return [...total.values()]
}

function addTo(total: Map<string, UsageSum>, sum: UsageSum): void {
  const { count, errors, ...of } = sum
  const name = JSON.stringify(of)
  const before = total.get(name)
  total.set(name, before ? { ...sum, count: before.count + count, errors: before.errors + errors } : sum)
}

function later({ period }: UsageCountQuery, from: string, starts: number): string {
  return period === 'day' ? addDays(from, starts) : timestampOf(Date.parse(from) + starts * HOUR_MS)
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
