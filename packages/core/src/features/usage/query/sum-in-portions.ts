import type { UsageCountQuery, UsageSum } from '../../../data/records/usage.ts'
import { addDays } from '../../../foundation/time/calendar-day.ts'
import { HOUR_MS } from '../../../foundation/time/durations.ts'
import { heldTime } from '../../../foundation/time/held-time.ts'
import { giveTurn } from '../../../foundation/time/in-turns.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'

/** Flags whose counts are few enough to be added up in one go, whatever the range. */
const FEW_FLAGS = 10
/** Hours of hourly counts, or days of daily ones, to begin with. */
const FIRST_STARTS = 4
/** How long one portion may hold the process, when the database is in it. */
const TARGET_MS = 10

/**
 * Sums of a range, read in parts of it with turns for others in between (INSIGHT-33). Parts grow as long as they hold
 * nobody up.
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
    const { result, heldMs } = await heldTime(() => sum({ ...query, from, until }))
    for (const each of result) addTo(total, each)
    starts = Math.max(1, Math.min(starts * 2, Math.floor((starts * TARGET_MS) / Math.max(heldMs, 0.001))))
    from = until
    await giveTurn()
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
