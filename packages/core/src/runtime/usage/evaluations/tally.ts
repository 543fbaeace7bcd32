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

  /** Counts a user, and answers by how many users its lists have grown. */
  note(high: number, low: number, isFirst: boolean): number {
    this.evaluatedFor ??= UserSet.empty()
    const listed = addTo(this.evaluatedFor, high, low)
    if (!isFirst) return listed
    this.exposures++
    this.exposedTo ??= UserSet.empty()
    return listed + addTo(this.exposedTo, high, low)
  }

  reset(): void {
    this.exposures = 0
    this.evaluatedFor = undefined
    this.exposedTo = undefined
  }
}

function addTo(users: UserSet, high: number, low: number): number {
  const before = users.listed
  users.add(high, low)
  return users.listed - before
}
