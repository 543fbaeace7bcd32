import type { UnknownFlag } from '../../../data/records/usage.ts'
import type { Timestamp } from '../../../foundation/time/timestamp.ts'

/** A flag that is in use nowhere (INSIGHT-41). */
export interface StaleFlagRow {
  readonly id: number
  readonly key: string
  /** The description. */
  readonly name: string
  readonly reason: string
  readonly createdAt: Timestamp
  readonly lastCalledAt: Timestamp | null
}

/** A flag that code asks for and that does not exist (INSIGHT-42). */
export interface UnknownFlagRow extends Pick<UnknownFlag, 'count' | 'firstSeen' | 'lastSeen' | 'lastSdk'> {
  readonly key: string
}

/** A flag on its way to everybody (INSIGHT-43). */
export interface RolloutRow {
  readonly id: number
  readonly key: string
  /** The description. */
  readonly name: string
  /** Of a flag with one open condition; null for every other. */
  readonly rolloutPercentage: number | null
  readonly variants: readonly { readonly key: string; readonly rolloutPercentage: number }[]
  readonly updatedAt: Timestamp
  readonly lastCalledAt: Timestamp | null
  /** Of today and the six days before, as are the evaluations. */
  readonly exposures: number
  readonly evaluations: number
}

/** A flag that wants looking after: stale, unknown, or fully rolled out. */
export type FlagHealthRow = StaleFlagRow | UnknownFlagRow | RolloutRow
