import type { UnknownFlag } from '../../../data/records/usage.ts'
import type { Timestamp } from '../../../foundation/time/timestamp.ts'

/** A flag that is no longer used (INSIGHT-41). */
export interface StaleFlagRow {
  readonly id: number
  readonly key: string
  /** The description. */
  readonly name: string
  readonly reason: string
  readonly createdAt: Timestamp
  readonly lastCalledAt: Timestamp | null
}

/** A key that code evaluates although no flag has it (INSIGHT-42). */
export interface UnknownFlagRow extends Pick<UnknownFlag, 'count' | 'firstSeen' | 'lastSeen' | 'lastSdk'> {
  readonly key: string
}

/** A flag that is partly rolled out (INSIGHT-43). */
export interface RolloutRow {
  readonly id: number
  readonly key: string
  /** The description. */
  readonly name: string
  /** The percentage of a flag with one condition without filters; null for all others. */
  readonly rolloutPercentage: number | null
  readonly variants: readonly { readonly key: string; readonly rolloutPercentage: number }[]
  readonly updatedAt: Timestamp
  readonly lastCalledAt: Timestamp | null
  /** Today's number and that of the six previous days, as for evaluations. */
  readonly exposures: number
  readonly evaluations: number
}

/** A flag that needs attention: stale, unknown, or partly rolled out. */
export type FlagHealthRow = StaleFlagRow | UnknownFlagRow | RolloutRow
