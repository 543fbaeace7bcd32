import { TOMBSTONE } from '../../../data/records/tombstone-key.ts'
import type { AskedSeries, ComparedPeriod } from './asked-series.ts'
import type { Measured, Measurement } from './measure.ts'
import type { Breakdown, TrendsQuery, TrendsSeries } from './trends-query.ts'

/** One line, bar or number of an answer (INSIGHT-20). */
export interface TrendsItem {
  /** The series that this belongs to. */
  readonly action: {
    readonly id: string | null
    readonly type: 'events'
    readonly order: number
    readonly name: string | null
    readonly customName: string | null
    readonly math: TrendsSeries['math']
  }
  readonly label: string
  /** The sum of `data`, or its last number when it is cumulative; 0 beside an {@link aggregatedValue}. */
  readonly count: number
  /** A number for each step. */
  readonly data: readonly number[]
  readonly labels: readonly string[]
  readonly days: readonly string[]
  /** A list of one when the query had a list. */
  readonly breakdownValue?: string | readonly string[]
  /** The one number of a display that shows one. */
  readonly aggregatedValue?: number
  readonly compare?: true
  readonly compareLabel?: ComparedPeriod
}

const ALL_EVENTS = 'All events'

/** The item for one value that was measured. */
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
  // A flag that was deleted, and whose key another has by now (FLAG-14).
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
