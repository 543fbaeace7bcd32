import { yieldToOthers } from '../../../foundation/time/yield.ts'
import type { AnswerBudget } from './answer-budget.ts'
import { leastSize, takeFromBudget } from './answer-size.ts'
import { type AskedSeries, askedSeries } from './asked-series.ts'
import { countCalls } from './count-calls.ts'
import { countUsers } from './count-users.ts'
import type { InsightAnswer } from './insight-result.ts'
import type { UsageClock } from './kept-usage.ts'
import type { MeasuredValues } from './measure.ts'
import { UnsupportedQuery } from './query-part.ts'
import { requireCountedGroups } from './require-counted-groups.ts'
import { sinceAnything } from './since-anything.ts'
import { boundsOf, type TimeRange, timeRange } from './time-range.ts'
import { type TrendsItem, trendsItem } from './trends-item.ts'
import { showsTotal, type TrendsQuery } from './trends-query.ts'
import type { UsageReads } from './usage-reads.ts'
import { bothCoverages, type UsersCoverage, usersCoverage } from './users-coverage.ts'

/** Returns the result of a query for usage over time. @throws UnsupportedQuery when it is unsupported */
export async function runTrendsQuery(
  reads: UsageReads,
  query: TrendsQuery,
  clock: UsageClock,
  budget: AnswerBudget,
): Promise<InsightAnswer> {
  requireUserDimensions(query)
  await requireCountedGroups(reads, query)
  const range = await rangeOf(reads, query, clock)
  budget.require(leastSize(query, range))
  const series = askedSeries(query, range, clock)
  await takeFromBudget(budget, reads, series)
  const result: TrendsItem[] = []
  let approximate = false
  let coverage: UsersCoverage | null = null
  for (const asked of series) {
    const measured = await measure(reads, asked)
    await yieldToOthers()
    result.push(...measured.values.map((value) => trendsItem(query, asked, value)))
    approximate ||= measured.approximate
    coverage = bothCoverages(coverage, measured.coverage)
  }
  const resolvedDateRange = boundsOf(range, clock.zone)
  return { result, resolvedDateRange, interval: query.interval, approximate, usersCoverage: coverage }
}

/** Rejects other dimensions, because sets of users are stored only by flag and result (INSIGHT-7). */
function requireUserDimensions({ series, conditions, breakdown }: TrendsQuery): void {
  for (const [index, { math, conditions: own }] of series.entries()) {
    const dimensions: unknown[] = [...conditions, ...own, breakdown].map((part) => part?.dimension)
    if (math === 'total' || !(dimensions.includes('sdk') || dimensions.includes('source'))) continue
    const place = `series[${index}].math`
    const counted = math === 'dau' ? 'users' : 'groups'
    throw new UnsupportedQuery(
      `"${place}" is "${math}": ${counted} cannot be broken down by $lib or locally_evaluated.`,
    )
  }
}

async function rangeOf(reads: UsageReads, query: TrendsQuery, clock: UsageClock): Promise<TimeRange> {
  const { interval, display } = query
  const dateRange = await sinceAnything(reads, query.dateRange, clock)
  return timeRange({ interval, dateRange, isTotal: showsTotal(display) }, clock)
}

type CoveredValues = MeasuredValues & { readonly coverage: UsersCoverage | null }

async function measure(reads: UsageReads, asked: AskedSeries): Promise<CoveredValues> {
  if (asked.series.math === 'total') return { ...(await countCalls(reads, asked)), coverage: null }
  return { ...(await countUsers(reads, asked)), coverage: await usersCoverage(reads, asked) }
}
