import type { Decision, Reason } from '../definition/decision.ts'

/**
 * The part of a counter that decisions reference. It is a separate object, so that a discarded counter and its counts
 * can be garbage-collected.
 */
export interface DecisionOwner {
  /** Whether the positions that it assigned are still valid. */
  readonly isCounting: boolean
}

/**
 * A decision that a compiled flag returns repeatedly. A counter of decisions may assign it a position among the counts,
 * which is invisible to other code. Finding the position with a map would take longer than the evaluation.
 */
export class CountedDecision implements Decision {
  // First, because fields here are near the start of the object, which is read anyway.
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
    // The position and the serialized form are not part of the decision, so a frozen decision can have them.
    Object.freeze(this)
  }

  /** Returns the position that `owner` assigned to the decision; -1 if there is none. */
  static placeOf(decision: Decision, owner: DecisionOwner): number {
    return #owner in decision && decision.#owner === owner ? decision.#place : -1
  }

  /** Returns the serialized form; see {@link writtenOnce}. */
  static written<Written>(decision: Decision, write: (decision: Decision) => Written): Written {
    if (!(#owner in decision)) return write(decision)
    if (decision.#writer !== write) {
      decision.#written = write(decision)
      decision.#writer = write
    }
    // It was created by this function.
    return decision.#written as Written
  }

  /** Assigns the decision a position among the counts of `owner`, unless another counter already counts it. */
  static give(decision: Decision, owner: DecisionOwner, place: number): void {
    if (!(#owner in decision) || decision.#owner?.isCounting) return
    decision.#owner = owner
    decision.#place = place
  }
}

/**
 * Returns the result of `write` for a decision. For a decision that is returned repeatedly, `write` runs once, unless
 * another `write` was used since. Finding the result with a map would take longer than the evaluation.
 */
export function writtenOnce<Written>(decision: Decision, write: (decision: Decision) => Written): Written {
  return CountedDecision.written(decision, write)
}
