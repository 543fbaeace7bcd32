import type { UserSource } from '../user-set.ts'

/** A result of a flag. */
export interface FlagAnswer {
  /** The name under which the flag's use is counted; see `usageKeyOf`. */
  readonly flagKey: string
  /** `true`, `false` or a variant's key. */
  readonly variant: string
  /** Whether the flag could not be evaluated. */
  readonly isError: boolean
  /** The index of the group type that the flag is for; null for a flag that is for users. */
  readonly groupTypeIndex: number | null
}

/** The groups that got a result since the last fold. */
export interface MetGroups {
  readonly groupTypeIndex: number
  /** Groups that got it for the first time in this bucket, and for the first time ever; null when there are none. */
  readonly evaluatedFor: UserSource | null
  readonly exposedTo: UserSource | null
}

/** How often a result was returned since the last fold, and its users. */
export interface Tally {
  readonly answer: FlagAnswer
  readonly calls: number
  /** Users who got it for the first time in this bucket; null when there are none. */
  readonly evaluatedFor: UserSource | null
  /** The number of users who got it for the first time ever, and these users. */
  readonly exposures: number
  readonly exposedTo: UserSource | null
  /** The groups; null for a flag that is for users, and when no evaluation came with a group. */
  readonly groups: MetGroups | null
  /** The memory that contains the users of all tallies of a fold. */
  readonly keptIn: UserSource['keptIn']
}
