import { countCalls } from './count-calls.ts'
import { countUsers } from './count-users.ts'
import type { LocalClock } from './date-bound.ts'
import type { InsightAnswer } from './insight-result.ts'
import { requireKept, type UsageClock } from './kept-usage.ts'
import type { Measurement } from './measure.ts'
import { sinceAnything } from './since-anything.ts'
import { namedSteps, rowBounds } from './step.ts'
import { boundsOf, rangeBefore, type TimeRange, timeRange } from './time-range.ts'
import { type ComparedPeriod, type TrendsItem, trendsItem } from './trends-item.ts'
import { showsTotal, type TrendsQuery, type TrendsSeries } from './trends-query.ts'
import { UnsupportedQuery } from './unsupported-query.ts'
import { usageFilter } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'
import { bothCoverages, type UsersCoverage, usersCoverage } from './users-coverage.ts'

/** Answers a question for numbers of usage; throws `UnsupportedQuery` where it cannot. */
export async function runTrendsQuery(reads: UsageReads, query: TrendsQuery, clock: UsageClock): Promise<InsightAnswer> {
  requireUserDimensions(query)
  const range = await rangeOf(reads, query, clock)
  const result: TrendsItem[] = []
  let approximate = false
  let coverage: UsersCoverage | null = null
  for (const [order, series] of query.series.entries()) {
    for (const period of periodsOf(query, range, clock)) {
      requireKept(period.range, series.math === 'dau' ? 'users' : 'calls', clock)
      const asked = measurement(query, series, period.range, clock)
      const measured = await (series.math === 'dau' ? countUsers : countCalls)(reads, asked)
      result.push(...measured.values.map((value) => trendsItem(query, order, series, asked, value, period.label)))
      approximate ||= measured.approximate
      if (series.math === 'dau') coverage = bothCoverages(coverage, await usersCoverage(reads, asked))
    }
  }
  const resolvedDateRange = boundsOf(range, clock.zone)
  return { result, resolvedDateRange, interval: query.interval, approximate, usersCoverage: coverage }
}

/** Sets of users are kept by flag and response alone (INSIGHT-7). */
function requireUserDimensions({ series, conditions, breakdown }: TrendsQuery): void {
  for (const [index, { math, conditions: own }] of series.entries()) {
    const dimensions = [...conditions, ...own].map(({ dimension }) => dimension as string)
    if (math !== 'dau' || ![...dimensions, breakdown?.dimension].some((dimension) => isUserless(dimension))) continue
    throw new UnsupportedQuery(
      `"series[${index}].math" is "dau": users cannot be told apart by $lib or locally_evaluated.`,
    )
  }
}

function isUserless(dimension: string | undefined): boolean {
  return dimension === 'sdk' || dimension === 'source'
}

async function rangeOf(reads: UsageReads, query: TrendsQuery, clock: UsageClock): Promise<TimeRange> {
  const { interval, display } = query
  const dateRange = await sinceAnything(reads, query.dateRange, clock)
  return timeRange({ interval, dateRange, isTotal: showsTotal(display) }, clock)
}

interface Period {
  readonly range: TimeRange
  readonly label: ComparedPeriod | null
}

function periodsOf({ comparison }: TrendsQuery, range: TimeRange, { zone }: LocalClock): readonly Period[] {
  if (!comparison) return [{ range, label: null }]
  const before = rangeBefore(range, comparison.to, zone)
  return [
    { range, label: 'current' },
    { range: before, label: 'previous' },
  ]
}

function measurement(query: TrendsQuery, series: TrendsSeries, range: TimeRange, { zone }: LocalClock): Measurement {
  const isTotal = showsTotal(query.display)
  return {
    measure: query.measure,
    filter: usageFilter([...query.conditions, ...series.conditions]),
    bounds: rowBounds(range),
    steps: isTotal ? [] : namedSteps(range, zone),
    shape: isTotal ? 'total' : query.display === 'ActionsLineGraphCumulative' ? 'cumulative' : 'steps',
    breakdown: query.breakdown,
  }
}
