import type { UserSet } from '../user-set.ts'

/** An answer that a flag gives. */
export interface FlagAnswer {
  readonly flagKey: string
  /** `true`, `false` or a variant's key. */
  readonly variant: string
  /** Whether the flag could not be evaluated. */
  readonly isError: boolean
}

/** How often a flag gave an answer since the last fold, and to whom for the first time. */
export class Tally {
  /** Whose tally it is: several may count the same decisions. */
  readonly owner: object
  readonly answer: FlagAnswer
  /** Which of a user's bits stands for this answer: in which word, and where in it. */
  readonly word: number
  readonly bit: number
  calls = 0
  exposures = 0
  /** Users for whom this was the answer for the first time in this bucket. */
  evaluatedFor: UserSet | undefined
  /** Users who got this answer for the first time. */
  exposedTo: UserSet | undefined

  constructor(owner: object, answer: FlagAnswer, ordinal: number) {
    this.owner = owner
    this.answer = answer
    this.word = ordinal >>> 5
    this.bit = 1 << (ordinal & 31)
  }

  reset(): void {
    this.calls = 0
    this.exposures = 0
    this.evaluatedFor = undefined
    this.exposedTo = undefined
  }
}
