import type { Decision, Reason } from '../definition/decision.ts'

/**
 * Whoever counts decisions, as they know it: no more than that, so that a counter which was let go does not stay in
 * memory with everything that it counted.
 */
export interface DecisionOwner {
  /** Whether places that it gave still mean something. */
  readonly isCounting: boolean
}

/**
 * A decision that a compiled flag hands out again and again. Whoever counts decisions may give it a place among the
 * counts; nobody else sees that. Finding the place by a look-up would take longer than deciding does.
 */
export class CountedDecision implements Decision {
  // First, because what stands here is near the start of the object, which is read anyway.
  #owner: DecisionOwner | undefined
  #place = 0
  #writer: unknown
  #written: unknown
  declare readonly enabled: boolean
  declare readonly variant: string | null
  declare readonly key: string
  declare readonly payload: string | null
  declare readonly reason: Reason
  declare readonly flagId: number | null
  declare readonly version: number | null
  declare readonly failed: boolean

  constructor(decision: Decision) {
    Object.assign(this, decision)
    // Neither the place nor how it was written is a part of what the decision says, so a frozen one can have them.
    Object.freeze(this)
  }

  /** The place that `owner` gave the decision; -1 when it did not. */
  static placeOf(decision: Decision, owner: DecisionOwner): number {
    return #owner in decision && decision.#owner === owner ? decision.#place : -1
  }

  /** See {@link writtenOnce}. */
  static written<Written>(decision: Decision, write: (decision: Decision) => Written): Written {
    if (!(#owner in decision)) return write(decision)
    if (decision.#writer !== write) {
      decision.#written = write(decision)
      decision.#writer = write
    }
    // It was made by this function.
    return decision.#written as Written
  }

  /** Gives the decision a place among the counts of `owner`, unless somebody else counts it already. */
  static give(decision: Decision, owner: DecisionOwner, place: number): void {
    if (!(#owner in decision) || decision.#owner?.isCounting) return
    decision.#owner = owner
    decision.#place = place
  }
}

/**
 * What `write` makes of a decision. It is asked once for a decision that is handed out again and again, unless another
 * `write` was used meanwhile; a look-up by decision would take longer than deciding does.
 */
export function writtenOnce<Written>(decision: Decision, write: (decision: Decision) => Written): Written {
  return CountedDecision.written(decision, write)
}
