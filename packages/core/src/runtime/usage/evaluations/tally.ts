import type { UserSource } from '../user-set.ts'

/** An answer that a flag gives. */
export interface FlagAnswer {
  /** The name under which the flag's use is counted; see `usageKeyOf`. */
  readonly flagKey: string
  /** `true`, `false` or a variant's key. */
  readonly variant: string
  /** Whether the flag could not be evaluated. */
  readonly isError: boolean
  /** The index of the group type that the flag is for; null for one that is for users. */
  readonly groupTypeIndex: number | null
}

/** Which groups got an answer since the last fold. */
export interface MetGroups {
  readonly groupTypeIndex: number
  /** Those that got it for the first time in this bucket, and for the first time ever; null when there were none. */
  readonly evaluatedFor: UserSource | null
  readonly exposedTo: UserSource | null
}

/** How often an answer was given since the last fold, and to whom. */
export interface Tally {
  readonly answer: FlagAnswer
  readonly calls: number
  /** Users who got it for the first time in this bucket; null when there were none. */
  readonly evaluatedFor: UserSource | null
  /** How many got it for the first time ever, and who. */
  readonly exposures: number
  readonly exposedTo: UserSource | null
  /** null for a flag that is for users, and where nobody came with a group. */
  readonly groups: MetGroups | null
  /** What the users of all tallies of a fold are kept in. */
  readonly keptIn: UserSource['keptIn']
}
