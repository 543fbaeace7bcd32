import type { UsageMeasure } from '../../../data/records/usage.ts'
import type { RangeStep, RowBounds } from './range-step.ts'
import type { Breakdown } from './trends-query.ts'
import type { UsageFilter } from './usage-filter.ts'

/** What to count, for one series and one range. */
export interface Measurement {
  readonly measure: UsageMeasure
  /** Of which type distinct groups are counted; null where distinct users are, or calls. */
  readonly groupTypeIndex: number | null
  readonly filter: UsageFilter
  readonly bounds: RowBounds
  readonly steps: readonly RangeStep[]
  /** `total`: one number for the whole range, no steps. */
  readonly shape: 'steps' | 'cumulative' | 'total'
  readonly breakdown: Breakdown | null
}

/** What was counted of one value of the breakdown. */
export interface Measured {
  /** null when there is no breakdown. */
  readonly value: string | null
  /** A number for each step. */
  readonly data: readonly number[]
  /** The number for the whole range; of several steps their sum. */
  readonly total: number
}

export interface MeasuredValues {
  /** In the order in which to show them. */
  readonly values: readonly Measured[]
  /** Whether some number is an estimate. */
  readonly approximate: boolean
}

/** What is measured where nothing can be. */
export function nothing({ breakdown, steps, shape }: Measurement): MeasuredValues {
  const data = shape === 'total' ? [] : steps.map(() => 0)
  return { values: breakdown ? [] : [{ value: null, data, total: 0 }], approximate: false }
}
