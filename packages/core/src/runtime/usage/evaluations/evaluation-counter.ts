import { MAX_KEY_LENGTH } from '../../../data/records/flag.ts'
import type { Decision } from '../../../evaluation/definition/decision.ts'
import { CountedDecision } from '../../../evaluation/flags/counted-decision.ts'
import { MAX_KEPT_LENGTH } from '../../../foundation/json/short-text.ts'
import type { UserHash } from '../user-hash.ts'
import { NewMeetings } from './new-meetings.ts'
import { type FlagAnswer, Tally } from './tally.ts'
import { UserRows, type UserRowsLimits } from './user-rows.ts'

/** Keys that no flag has, of which calls are counted between two folds. */
const MAX_UNKNOWN = 1000
const FIRST_PLACES = 128
const FIRST_WORDS = FIRST_PLACES / 32
/** Answers that have a place. Flags and variants come and go, so there can have been more of them than there are. */
const MAX_ANSWERS = 50_000
/** What one more user takes in a set, while it is a list. */
const BYTES_OF_A_USER = 32
const BYTES_OF_AN_ANSWER = 512

/** Stands for a user whose id is too long to be kept. */
const NO_ID = Symbol('no id')

export interface EvaluationCounterOptions {
  readonly hashUser: (distinctId: string) => UserHash
  /** The name under which the use of a decision's flag is counted; see `usageKeyOf`. */
  readonly usageKey: (decision: Decision) => string
  /** Whether to count, as SDKs do, the first time that a user gets an answer. */
  readonly countsExposures: boolean
  readonly limits: UserRowsLimits
  /** Hears of memory that will be free after the next fold. */
  readonly onGrown: (bytes: number) => void
}

/** What was counted of an answer. */
export type TakeTally = (tally: Tally, calls: number) => void

/**
 * Counts the evaluations of one project in this process. It has to cost next to nothing beside an evaluation: a
 * decision knows its place among the counts, a bit says that the user is no news there, and all else is made of that
 * when it is wanted.
 */
export class EvaluationCounter {
  readonly #options: EvaluationCounterOptions
  #users: UserRows
  #meetings = new NewMeetings(FIRST_WORDS)
  // Bound: OUT-8 unknown-flags-asked-here
  readonly #unknown = new Map<string, number>()
  /** What decisions know of this counter. */
  #owner = { isCounting: true }
  /** Every answer that was given so far has a place, in both of these. */
  // Bound: OUT-8 counted-here
  #tallies: Tally[] = []
  #calls = new Uint32Array(FIRST_PLACES)
  // Bound: OUT-8 counted-here
  readonly #tallyOf = new Map<string, Tally>()
  /** The user who came last, where the user's row begins, and the rows: so few steps are left for most evaluations. */
  #lastId: unknown
  #offset = 0
  #met: Uint32Array
  /** Whether what is new to this user can be noted as it is. */
  #isMeeting = false

  constructor(options: EvaluationCounterOptions) {
    this.#options = options
    this.#users = new UserRows(options.limits)
    this.#met = this.#users.met
  }

  /** Counts one decision on a user. Kept so short that it becomes a part of whatever calls it. */
  note(decision: Decision, distinctId: string): void {
    const place = CountedDecision.placeOf(decision, this.#owner)
    if (place < 0 || distinctId !== this.#lastId || !this.#isMet(place)) this.#noteFully(decision, place, distinctId)
    else this.#count(place)
  }

  /** Counts decisions on one user. */
  noteAll(decisions: readonly Decision[], distinctId: string): void {
    for (const decision of decisions) this.note(decision, distinctId)
  }

  /** Hands out what was counted since the last time. */
  fold(take: TakeTally, takeUnknown: (flagKey: string, count: number) => void): void {
    this.#settleMeetings()
    for (const tally of this.#tallies) {
      const calls = this.#calls[tally.place] ?? 0
      if (calls === 0) continue
      take(tally, calls)
      tally.reset()
    }
    this.#calls.fill(0)
    for (const [flagKey, count] of this.#unknown) takeUnknown(flagKey, count)
    this.#unknown.clear()
    if (this.#tallies.length > MAX_ANSWERS) this.#startAnew()
  }

  /** Lets go of the decisions that know this counter: others may count them. To be called after the last fold. */
  end(): void {
    this.#startAnew()
  }

  /** About how many bytes of memory it holds from one fold to the next. */
  get bytes(): number {
    return this.#users.bytes + this.#meetings.bytes + this.#calls.byteLength + this.#tallies.length * BYTES_OF_AN_ANSWER
  }

  /** Makes every user count again among those for whom flags were evaluated; who was exposed stays known. */
  startBucket(): void {
    this.#users.startOver()
  }

  #isMet(place: number): boolean {
    // A row has a word for every place.
    return ((this.#met[this.#offset + (place >>> 5)] as number) & (1 << place)) !== 0
  }

  #count(place: number): void {
    // There is a count for every place.
    this.#calls[place] = (this.#calls[place] as number) + 1
  }

  #noteFully(decision: Decision, known: number, distinctId: unknown): void {
    const place = known < 0 ? this.#newPlace(decision) : known
    if (place < 0) return
    this.#count(place)
    if (distinctId !== this.#lastId) this.#turnTo(distinctId)
    if (!this.#isMet(place)) this.#meet(place, distinctId)
  }

  #turnTo(distinctId: unknown): void {
    this.#offset = this.#users.offsetOf(distinctId)
    this.#met = this.#users.met
    this.#lastId = typeof distinctId === 'string' && distinctId.length > MAX_KEPT_LENGTH ? NO_ID : distinctId
    this.#isMeeting = false
  }

  #meet(place: number, distinctId: unknown): void {
    if (!this.#isMeeting) this.#beginMeetings(distinctId)
    const isNew = this.#users.markMet(this.#offset + (place >>> 5), 1 << place)
    this.#meetings.note(place, isNew && this.#options.countsExposures)
  }

  #beginMeetings(distinctId: unknown): void {
    if (this.#meetings.isFull) this.#settleMeetings()
    this.#meetings.begin(this.#options.hashUser(String(distinctId)))
    this.#isMeeting = true
  }

  /** Adds the users who met answers lately to the sets of these. */
  #settleMeetings(): void {
    let listed = 0
    this.#meetings.handOver((place, high, low, isFirst) => {
      listed += this.#tallies[place]?.note(high, low, isFirst) ?? 0
    })
    this.#isMeeting = false
    if (listed > 0) this.#options.onGrown(listed * BYTES_OF_A_USER)
  }

  /** The place of a decision that does not know it, and that does from now on if it can; -1 when no flag made it. */
  #newPlace(decision: Decision): number {
    if (decision.flagId === null) {
      this.#noteUnknown(decision.key)
      return -1
    }
    const answer = answerOf(decision, this.#options.usageKey(decision))
    const name = `${answer.isError} ${answer.variant}\0${answer.flagKey}`
    const { place } = this.#tallyOf.get(name) ?? this.#newTally(name, answer)
    CountedDecision.give(decision, this.#owner, place)
    return place
  }

  #newTally(name: string, answer: FlagAnswer): Tally {
    const tally = new Tally(answer, this.#tallies.length)
    this.#tallies.push(tally)
    this.#tallyOf.set(name, tally)
    if (this.#calls.length < this.#tallies.length) this.#calls = doubled(this.#calls)
    this.#users.widen((tally.place >>> 5) + 1)
    if (!this.#meetings.hasPlace(tally.place)) {
      this.#settleMeetings()
      this.#meetings = new NewMeetings(this.#calls.length >>> 5)
    }
    // Rows may have moved.
    this.#lastId = undefined
    this.#offset = 0
    this.#met = this.#users.met
    return tally
  }

  /** Forgets every answer and every user, as if nothing had been counted. */
  #startAnew(): void {
    this.#owner.isCounting = false
    this.#owner = { isCounting: true }
    this.#tallies = []
    this.#tallyOf.clear()
    this.#calls = new Uint32Array(FIRST_PLACES)
    this.#users = new UserRows(this.#options.limits)
    this.#meetings = new NewMeetings(FIRST_WORDS)
    this.#isMeeting = false
    this.#met = this.#users.met
    this.#lastId = undefined
    this.#offset = 0
  }

  #noteUnknown(flagKey: string): void {
    if (flagKey.length > MAX_KEY_LENGTH) return
    const count = this.#unknown.get(flagKey)
    if (count === undefined && this.#unknown.size >= MAX_UNKNOWN) return
    this.#unknown.set(flagKey, (count ?? 0) + 1)
  }
}

function answerOf({ variant, enabled, failed }: Decision, flagKey: string): FlagAnswer {
  return { flagKey, variant: variant ?? String(enabled), isError: failed }
}

function doubled(counts: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(counts.length * 2)
  more.set(counts)
  return more
}
