import { TOMBSTONE } from '../../../data/records/tombstone-key.ts'
import type { AskedSeries, ComparedPeriod } from './asked-series.ts'
import type { Measured, Measurement } from './measure.ts'
import type { Breakdown, TrendsQuery, TrendsSeries } from './trends-query.ts'

/** One line, bar or number of a result (INSIGHT-20). */
export interface TrendsItem {
  /** The series of this item. */
  readonly action: {
    readonly id: string | null
    readonly type: 'events'
    readonly order: number
    readonly name: string | null
    readonly customName: string | null
    readonly math: TrendsSeries['math']
  }
  readonly label: string
  /** The sum of `data`, or its last number when it is cumulative; 0 if there is an {@link aggregatedValue}. */
  readonly count: number
  /** A number for each step. */
  readonly data: readonly number[]
  readonly labels: readonly string[]
  readonly days: readonly string[]
  /** A list of one when the query has a list. */
  readonly breakdownValue?: string | readonly string[]
  /** The number of a display that shows only one. */
  readonly aggregatedValue?: number
  readonly compare?: true
  readonly compareLabel?: ComparedPeriod
}

const ALL_EVENTS = 'All events'

/** Returns the item for one measured value. */
export function trendsItem(query: TrendsQuery, asked: AskedSeries, measured: Measured): TrendsItem {
  const { order, series, period } = asked
  const { event: id, name, customName, math } = series
  return {
    action: { id, type: 'events', order, name: name ?? id ?? ALL_EVENTS, customName, math },
    label: labelOf(query, series, measured.value),
    ...numbersOf(asked, measured),
    ...(measured.value !== null && { breakdownValue: breakdownValue(measured.value, query.breakdown) }),
    ...(period && { compare: true as const, compareLabel: period }),
  }
}

function labelOf({ series }: TrendsQuery, { event }: TrendsSeries, value: string | null): string {
  const name = event ?? ALL_EVENTS
  if (value === null) return name
  // The flag was deleted, and another flag may have its key (FLAG-14).
  const told = value.replace(TOMBSTONE, ' (deleted)')
  return series.length > 1 ? `${name} - ${told}` : told
}

function numbersOf({ shape, steps }: Measurement, { data, total }: Measured) {
  if (shape === 'total') return { aggregatedValue: total, count: 0, data: [], labels: [], days: [] }
  return { count: total, data, labels: steps.map(({ label }) => label), days: steps.map(({ day }) => day) }
}

function breakdownValue(value: string, breakdown: Breakdown | null): string | readonly string[] {
  return breakdown?.isListed ? [value] : value
}
