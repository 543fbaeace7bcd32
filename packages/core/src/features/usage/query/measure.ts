import type { UsageMeasure } from '../../../data/records/usage.ts'
import type { RangeStep, RowBounds } from './range-step.ts'
import type { Breakdown } from './trends-query.ts'
import type { UsageFilter } from './usage-filter.ts'

/** What to count for one series and one range. */
export interface Measurement {
  readonly measure: UsageMeasure
  /** The group type whose distinct groups are counted; null when calls or distinct users are counted. */
  readonly groupTypeIndex: number | null
  readonly filter: UsageFilter
  readonly bounds: RowBounds
  readonly steps: readonly RangeStep[]
  /** With `total`, the result is one number for the whole range, without steps. */
  readonly shape: 'steps' | 'cumulative' | 'total'
  readonly breakdown: Breakdown | null
}

/** The numbers for one value of the breakdown. */
export interface Measured {
  /** Null without a breakdown. */
  readonly value: string | null
  /** A number for each step. */
  readonly data: readonly number[]
  /** The number for the whole range; with steps, their sum. */
  readonly total: number
}

export interface MeasuredValues {
  /** The values in the order in which they are shown. */
  readonly values: readonly Measured[]
  /** Whether any number is an estimate. */
  readonly approximate: boolean
}

/** Returns the measured values when nothing can match. */
export function nothing({ breakdown, steps, shape }: Measurement): MeasuredValues {
  const data = shape === 'total' ? [] : steps.map(() => 0)
  return { values: breakdown ? [] : [{ value: null, data, total: 0 }], approximate: false }
}
