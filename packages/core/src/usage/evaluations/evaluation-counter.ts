import type { Decision } from '../../evaluation/decision.ts'
import { NotedDecision } from '../../evaluation/noted-decision.ts'
import type { UserHash } from '../user-hash.ts'
import { UserSet } from '../user-set.ts'
import { type FlagAnswer, Tally } from './tally.ts'
import { UserRows } from './user-rows.ts'

/** Keys that no flag has, of which calls are counted between two folds. */
const MAX_UNKNOWN = 1000

export interface EvaluationCounterOptions {
  readonly hashUser: (distinctId: string) => UserHash
  /** Whether to count, as SDKs do, the first time that a user gets an answer. */
  readonly countsExposures: boolean
}

/**
 * Counts the evaluations of one project in this process. It has to cost next to nothing beside an evaluation: a note on
 * the decision leads to its tally, a bit says that the user is no news to it, and sums are made when they are wanted.
 */
export class EvaluationCounter {
  readonly #options: EvaluationCounterOptions
  readonly #tallies = new Map<string, Tally>()
  readonly #users = new UserRows()
  readonly #unknown = new Map<string, number>()
  #lastId: unknown
  #offset = 0

  constructor(options: EvaluationCounterOptions) {
    this.#options = options
  }

  /** Counts one decision on a user. */
  note(decision: Decision, distinctId: string): void {
    const noted = NotedDecision.noteOn(decision) as Tally | undefined // Nobody else leaves notes.
    const tally = noted?.owner === this ? noted : this.#tallyOf(decision)
    if (tally === undefined) return
    tally.calls++
    if (distinctId !== this.#lastId) {
      this.#offset = this.#users.offsetOf(distinctId)
      this.#lastId = distinctId
    }
    const at = this.#offset + tally.word
    // A row has a word for every tally.
    if (((this.#users.met[at] as number) & tally.bit) === 0) this.#meet(tally, at, distinctId)
  }

  /** Counts decisions on one user. */
  noteAll(decisions: readonly Decision[], distinctId: string): void {
    for (const decision of decisions) this.note(decision, distinctId)
  }

  /** Hands out what was counted since the last time. */
  fold(take: (tally: Tally) => void, takeUnknown: (flagKey: string, count: number) => void): void {
    for (const tally of this.#tallies.values()) {
      if (tally.calls === 0) continue
      take(tally)
      tally.reset()
    }
    for (const [flagKey, count] of this.#unknown) takeUnknown(flagKey, count)
    this.#unknown.clear()
  }

  /** Makes every user count again among those for whom flags were evaluated; who was exposed stays known. */
  startBucket(): void {
    this.#users.startOver()
  }

  #meet(tally: Tally, at: number, distinctId: unknown): void {
    const { met, exposed } = this.#users
    met[at] = (met[at] as number) | tally.bit
    const { high, low } = this.#options.hashUser(String(distinctId))
    tally.evaluatedFor ??= UserSet.empty()
    tally.evaluatedFor.add(high, low)
    if (!this.#options.countsExposures || ((exposed[at] as number) & tally.bit) !== 0) return
    exposed[at] = (exposed[at] as number) | tally.bit
    tally.exposures++
    tally.exposedTo ??= UserSet.empty()
    tally.exposedTo.add(high, low)
  }

  /** Finds the tally of a decision that has no note of ours; undefined when no flag made it. */
  #tallyOf(decision: Decision): Tally | undefined {
    if (decision.flagId === null) {
      this.#noteUnknown(decision.key)
      return undefined
    }
    const answer = answerOf(decision)
    const name = `${answer.isError} ${answer.variant}\0${answer.flagKey}`
    let tally = this.#tallies.get(name)
    if (!tally) {
      tally = new Tally(this, answer, this.#tallies.size)
      this.#tallies.set(name, tally)
      this.#users.widen(tally.word + 1)
      // The rows may have moved.
      this.#lastId = undefined
      this.#offset = 0
    }
    NotedDecision.leaveNote(decision, tally)
    return tally
  }

  #noteUnknown(flagKey: string): void {
    const count = this.#unknown.get(flagKey)
    if (count === undefined && this.#unknown.size >= MAX_UNKNOWN) return
    this.#unknown.set(flagKey, (count ?? 0) + 1)
  }
}

function answerOf({ key, variant, enabled, failed }: Decision): FlagAnswer {
  return { flagKey: key, variant: variant ?? String(enabled), isError: failed }
}
