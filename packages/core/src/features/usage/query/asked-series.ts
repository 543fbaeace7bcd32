import { requireKept, type UsageClock } from './kept-usage.ts'
import type { Measurement } from './measure.ts'
import { rangeBefore } from './range-before.ts'
import { namedSteps, type RangeStep, rowBounds } from './range-step.ts'
import type { TimeRange } from './time-range.ts'
import { showsTotal, type TrendsQuery, type TrendsSeries } from './trends-query.ts'
import { usageFilter } from './usage-filter.ts'

/** The requested range, or the one before it. */
export type ComparedPeriod = 'current' | 'previous'

/** A series of a query in one range, with the parameters of its measurement. */
export interface AskedSeries extends Measurement {
  /** The index of the series in the query. */
  readonly order: number
  readonly series: TrendsSeries
  /** Null without a comparison. */
  readonly period: ComparedPeriod | null
}

/** Returns all series and periods of a query, in the order of the result. */
export function askedSeries(query: TrendsQuery, range: TimeRange, clock: UsageClock): readonly AskedSeries[] {
  const periods = periodsOf(query, range, clock.zone)
  return query.series.flatMap((series, order) =>
    periods.map(({ period, range, steps }) => {
      requireKept(range, series.math === 'total' ? 'calls' : 'users', clock)
      return { order, series, period, ...measurement(query, series, range, steps) }
    }),
  )
}

interface Period {
  readonly period: ComparedPeriod | null
  readonly range: TimeRange
  /** Computed once, because all series have the same steps. */
  readonly steps: readonly RangeStep[]
}

function periodsOf({ comparison, display, dateRange }: TrendsQuery, range: TimeRange, zone: string): readonly Period[] {
  const periodOf = (period: ComparedPeriod | null, range: TimeRange): Period => {
    return { period, range, steps: showsTotal(display) ? [] : namedSteps(range, zone) }
  }
  if (!comparison) return [periodOf(null, range)]
  return [periodOf('current', range), periodOf('previous', rangeBefore(range, comparison.to, dateRange, zone))]
}

function measurement(
  query: TrendsQuery,
  series: TrendsSeries,
  range: TimeRange,
  steps: readonly RangeStep[],
): Measurement {
  return {
    measure: query.measure,
    groupTypeIndex: series.groupTypeIndex,
    filter: usageFilter([...query.conditions, ...series.conditions]),
    bounds: rowBounds(range),
    steps,
    shape: shapeOf(query),
    breakdown: query.breakdown,
  }
}

function shapeOf({ display }: TrendsQuery): Measurement['shape'] {
  if (showsTotal(display)) return 'total'
  return display === 'ActionsLineGraphCumulative' ? 'cumulative' : 'steps'
}
