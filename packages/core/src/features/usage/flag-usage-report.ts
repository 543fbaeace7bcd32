import type { UsageMeasure } from '../../data/records/usage.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { ResolvedDateRange } from './query/insight-result.ts'
import type { Interval } from './query/trends-query.ts'
import type { UsersCoverage } from './query/users-coverage.ts'

/** Both measures beside each other: they are never added up. */
export type MeasuredCalls = Readonly<Record<UsageMeasure, number>>

/** Users and errors are those of the measure that was asked for. */
export interface UsageTotals extends MeasuredCalls {
  /** Distinct users of the whole range; null when those of its begin are no longer kept. */
  readonly users: number | null
  readonly errors: number
}

/** A response; null for none, `$other` for those that were let go as too many. */
export type UsedVariant = string | null

/** What was counted in one step, of the measure that was asked for (INSIGHT-51). */
export interface UsageBucket {
  /** A day as `YYYY-MM-DD`, the first one of a week or month; the first moment of an hour as a timestamp. */
  readonly start: string
  readonly count: number
  readonly errors: number
  /** Distinct users of the step; null when those of the begin of the range are no longer kept. */
  readonly users: number | null
  readonly variants: readonly { readonly variant: UsedVariant; readonly count: number }[]
}

/** How a flag is used over time (INSIGHT-50). */
export interface FlagUsage {
  readonly interval: Interval
  readonly measure: UsageMeasure
  readonly resolvedDateRange: ResolvedDateRange
  readonly timezone: string
  readonly buckets: readonly UsageBucket[]
  readonly totals: UsageTotals
  readonly byVariant: readonly (UsageTotals & { readonly variant: UsedVariant })[]
  /** By name; null for those that did not say. */
  readonly sdks: readonly (MeasuredCalls & { readonly sdk: string | null })[]
  /** Since when the use is counted; null: it was never reset (USAGE-72). */
  readonly resetAt: Timestamp | null
  readonly firstSeen: Timestamp | null
  readonly lastSeen: Timestamp | null
  /** Whether some number of users is an estimate. */
  readonly approximate: boolean
  readonly usersCoverage: UsersCoverage
}
