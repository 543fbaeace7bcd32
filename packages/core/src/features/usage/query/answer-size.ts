import { yieldToOthers } from '../../../foundation/time/yield.ts'
import type { AnswerBudget, AnswerSize } from './answer-budget.ts'
import type { AskedSeries } from './asked-series.ts'
import { shownValues } from './breakdown-values.ts'
import type { Measurement } from './measure.ts'
import { stepsOf, type TimeRange } from './time-range.ts'
import { showsTotal, type TrendsQuery } from './trends-query.ts'
import { isImpossible } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'

/** Returns the minimum size of a result, which is known before anything is read: an item for each series and period. */
export function leastSize({ series, comparison, display }: TrendsQuery, range: TimeRange): AnswerSize {
  const items = series.length * (comparison ? 2 : 1)
  return { items, points: items * (showsTotal(display) ? 1 : stepsOf(range).length) }
}

/** Reserves the size of a result, once the number of its breakdown values is known (INSIGHT-27). */
export async function takeFromBudget(
  budget: AnswerBudget,
  reads: UsageReads,
  asked: readonly AskedSeries[],
): Promise<void> {
  let size: AnswerSize = { items: 0, points: 0 }
  for (const each of asked) {
    const items = await itemsOf(reads, each)
    size = { items: size.items + items, points: size.points + items * Math.max(1, each.steps.length) }
    budget.require(size)
    await yieldToOthers()
  }
  budget.take(size)
}

/** Returns an upper bound of the number of items: every counted user was also counted as a call. */
async function itemsOf(reads: UsageReads, { measure, bounds, filter, breakdown }: Measurement): Promise<number> {
  if (!breakdown) return 1
  if (isImpossible(filter)) return 0
  const { dimension } = breakdown
  const sums = await reads.sum({ measure, ...bounds, ...filter, by: [dimension] })
  return shownValues(new Map(sums.map((sum) => [sum[dimension] ?? '', sum.count])), breakdown).order.length
}
