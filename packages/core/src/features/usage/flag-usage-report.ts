import type { UsageMeasure } from '../../data/records/usage.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { ResolvedDateRange } from './query/insight-result.ts'
import type { Interval } from './query/trends-query.ts'
import type { UsersCoverage } from './query/users-coverage.ts'

/** The counts of both measures. They are never added up. */
export type MeasuredCalls = Readonly<Record<UsageMeasure, number>>

/** Totals of a range. Users and errors are those of the requested measure. */
export interface UsageTotals extends MeasuredCalls {
  /** Distinct users of the whole range; null when those of its start are no longer stored. */
  readonly users: number | null
  readonly errors: number
}

/** The result that was counted; null for none, `$other` for those beyond the limit. */
export type UsedVariant = string | null

/** The counts of one step, for the requested measure (INSIGHT-51). */
export interface UsageBucket {
  /** A day as `YYYY-MM-DD`, the first one of a week or month; the start of an hour as a timestamp. */
  readonly start: string
  readonly count: number
  readonly errors: number
  /** Distinct users of the step; null when those of the start of the range are no longer stored. */
  readonly users: number | null
  readonly variants: readonly { readonly variant: UsedVariant; readonly count: number }[]
}

/** The usage of a flag over time (INSIGHT-50). */
export interface FlagUsage {
  readonly interval: Interval
  readonly measure: UsageMeasure
  readonly resolvedDateRange: ResolvedDateRange
  readonly timezone: string
  readonly buckets: readonly UsageBucket[]
  readonly totals: UsageTotals
  readonly byVariant: readonly (UsageTotals & { readonly variant: UsedVariant })[]
  /** Counts by the name of the SDK; null for clients that did not send it. */
  readonly sdks: readonly (MeasuredCalls & { readonly sdk: string | null })[]
  /** When the usage was last reset; null if it never was (USAGE-72). */
  readonly resetAt: Timestamp | null
  readonly firstSeen: Timestamp | null
  readonly lastSeen: Timestamp | null
  /** Whether any number of users is an estimate. */
  readonly approximate: boolean
  readonly usersCoverage: UsersCoverage
}
