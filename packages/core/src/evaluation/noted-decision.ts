import type { Decision, Reason } from './decision.ts'

/**
 * A decision that a compiled flag hands out again and again. Whoever counts decisions may leave a note on it that
 * nobody else sees: it is what is known about the decision beside what it says, and finding that by a look-up would
 * take longer than making the decision does.
 */
export class NotedDecision implements Decision {
  readonly key: string
  readonly enabled: boolean
  readonly variant: string | null
  readonly payload: string | null
  readonly reason: Reason
  readonly flagId: number | null
  readonly version: number | null
  readonly failed: boolean
  #note: unknown

  constructor(decision: Decision) {
    this.key = decision.key
    this.enabled = decision.enabled
    this.variant = decision.variant
    this.payload = decision.payload
    this.reason = decision.reason
    this.flagId = decision.flagId
    this.version = decision.version
    this.failed = decision.failed
    // What a note says is no part of the decision, so it can be left on a frozen one.
    Object.freeze(this)
  }

  /** The note on a decision; undefined when there is none. */
  static noteOn(decision: Decision): unknown {
    return #note in decision ? decision.#note : undefined
  }

  /** Leaves a note on a decision that can have one, instead of that before. */
  static leaveNote(decision: Decision, note: unknown): void {
    if (#note in decision) decision.#note = note
  }
}
