import type { UserHash } from '../user-hash.ts'
import { UserSet } from '../user-set.ts'

/** An answer that a flag gives. */
export interface FlagAnswer {
  /** The name under which the flag's use is counted; see `usageKeyOf`. */
  readonly flagKey: string
  /** `true`, `false` or a variant's key. */
  readonly variant: string
  /** Whether the flag could not be evaluated. */
  readonly isError: boolean
}

/** Who got an answer of a flag for the first time, since the last fold. */
export class Tally {
  readonly answer: FlagAnswer
  readonly place: number
  exposures = 0
  /** Users for whom this was the answer for the first time in this bucket. */
  evaluatedFor: UserSet | undefined
  /** Users who got this answer for the first time. */
  exposedTo: UserSet | undefined

  constructor(answer: FlagAnswer, place: number) {
    this.answer = answer
    this.place = place
  }

  noteEvaluation({ high, low }: UserHash): void {
    this.evaluatedFor ??= UserSet.empty()
    this.evaluatedFor.add(high, low)
  }

  noteExposure({ high, low }: UserHash): void {
    this.exposures++
    this.exposedTo ??= UserSet.empty()
    this.exposedTo.add(high, low)
  }

  reset(): void {
    this.exposures = 0
    this.evaluatedFor = undefined
    this.exposedTo = undefined
  }
}
