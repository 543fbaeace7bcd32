import { MAX_KEY_LENGTH } from '../../../data/records/flag.ts'
import type { Decision } from '../../../evaluation/definition/decision.ts'
import type { Subject } from '../../../evaluation/definition/subject.ts'
import { CountedDecision } from '../../../evaluation/flags/counted-decision.ts'
import { ownProperty } from '../../../foundation/json/own-property.ts'
import { DISTINCT_ID_LIMIT } from '../../../foundation/validation/id-limits.ts'
import { countedGroupKey } from '../flag-group-type.ts'
import type { UserHash } from '../user-hash.ts'
import { GroupMeetings } from './group-meetings.ts'
import { Meetings } from './meetings.ts'
import type { MetUsers } from './met-users.ts'
import type { FlagAnswer, MetGroups, Tally } from './tally.ts'
import { WORD_BITS } from './transpose.ts'
import { UserRows, type UserRowsLimits } from './user-rows.ts'

/** The maximum number of unknown flag keys that are counted between two folds. */
const MAX_UNKNOWN = 1000
const FIRST_PLACES = 128
/**
 * The number of results with a place before all are forgotten. Flags and variants come and go, so the total over time
 * can exceed the number that exists.
 */
const MAX_ANSWERS = 50_000
const BYTES_OF_AN_ANSWER = 512

/** The name under which the use of a flag is counted, see `usageKeyOf`, and the type of the groups that it is for. */
type CountedFlag = Pick<FlagAnswer, 'flagKey' | 'groupTypeIndex'>

/** Replaces a user's id that is too long to be stored. */
const NO_ID = Symbol('no id')

export interface EvaluationCounterOptions {
  readonly hashUser: (distinctId: string) => UserHash
  readonly hashGroup: (groupKey: string) => UserHash
  /** Returns the names under which the use of a decision's flag is counted. */
  readonly flagOf: (decision: Decision) => CountedFlag
  readonly groupTypeName: (groupTypeIndex: number) => string | null | undefined
  /** Whether to count, as SDKs do, the first time that a user gets a result. */
  readonly countsExposures: boolean
  readonly limits: UserRowsLimits
  /** Receives the number of bytes that the next fold will free. */
  readonly onGrown: (bytes: number) => void
}

/**
 * Counts the evaluations of one project in this process. The cost must be negligible compared with an evaluation. So a
 * decision stores its place among the counts, and one bit records that the user is already counted there. Everything
 * else is derived from that on demand.
 */
export class EvaluationCounter {
  readonly #options: EvaluationCounterOptions
  #users: UserRows
  #meetings: Meetings
  /** Created at the first decision of a flag for groups that comes with a group. */
  #groups: GroupMeetings | undefined
  #isForGroups = false
  // Bound: OUT-8 unknown-flags-asked-here
  readonly #unknown = new Map<string, number>()
  /**
   * The reference to this counter that decisions store. It is separate, so that decisions do not keep the counter in
   * memory.
   */
  #owner = { isCounting: true }
  /** Every result so far has a place, which is its index in all of these. */
  // Bound: OUT-8 counted-here
  #answers: FlagAnswer[] = []
  #calls = new Uint32Array(FIRST_PLACES)
  /** The bits of the results that are being noted for one user. */
  #asked = new Uint32Array(FIRST_PLACES / WORD_BITS)
  // Bound: OUT-8 counted-here
  readonly #placeOf = new Map<string, number>()
  /** The last user, the offset of the user's row, and the rows, so that most evaluations take few steps. */
  #lastId: unknown
  #offset = 0
  #met: Uint32Array
  /** Whether the last user has a row in {@link Meetings}, so that new results can be noted without starting one. */
  #isMeeting = false

  constructor(options: EvaluationCounterOptions) {
    this.#options = options
    this.#users = new UserRows(options.limits)
    this.#meetings = this.#newMeetings()
    this.#met = this.#users.met
  }

  /** Counts one decision on a user. It is short enough to be inlined into its callers. */
  note(decision: Decision, distinctId: string): void {
    const place = CountedDecision.placeOf(decision, this.#owner)
    if (place < 0 || distinctId !== this.#lastId || !this.#isMet(place)) this.#noteFully(decision, place, distinctId)
    else this.#count(place)
  }

  /** Counts decisions on one user. It compares 32 results at a time with those that the user already got. */
  noteAll(decisions: readonly Decision[], distinctId: string): void {
    for (const decision of decisions) {
      const known = CountedDecision.placeOf(decision, this.#owner)
      const place = known < 0 ? this.#newPlace(decision) : known
      if (place < 0) continue
      this.#count(place)
      // There is a bit for every place.
      this.#asked[place >>> 5] = (this.#asked[place >>> 5] as number) | (1 << place)
    }
    if (distinctId !== this.#lastId) this.#turnTo(distinctId)
    this.#meetAsked(distinctId)
  }

  /** Whether any counted flag is for groups. Other projects do no work for groups. */
  get isForGroups(): boolean {
    return this.#isForGroups
  }

  /** Counts the groups of decisions that are already noted. */
  noteGroups(decisions: readonly Decision[], groups: Subject['groups']): void {
    if (groups === undefined || !this.#isForGroups) return
    for (const decision of decisions) {
      if (decision.flagId === null) continue
      const known = CountedDecision.placeOf(decision, this.#owner)
      this.#noteGroup(known < 0 ? this.#newPlace(decision) : known, groups)
    }
  }

  /** Passes on everything that was counted since the last fold. */
  fold(take: (tally: Tally) => void, takeUnknown: (flagKey: string, count: number) => void): void {
    const users = this.#meetings.take()
    const groups = this.#groups?.take()
    this.#isMeeting = false
    for (const [place, answer] of this.#answers.entries()) {
      const calls = this.#calls[place] ?? 0
      if (calls === 0) continue
      const [evaluatedFor, exposedTo] = [users.of(place, 'met'), users.of(place, 'first')]
      const met = { evaluatedFor, exposedTo, groups: metGroups(answer, groups, place) }
      take({ answer, calls, exposures: users.count(place, 'first'), ...met, keptIn: users })
    }
    this.#calls.fill(0)
    for (const [flagKey, count] of this.#unknown) takeUnknown(flagKey, count)
    this.#unknown.clear()
    if (this.#answers.length > MAX_ANSWERS) this.#startAnew()
  }

  /** Discards everything that was counted since the last fold. */
  drop(): void {
    this.fold(
      () => undefined,
      () => undefined,
    )
  }

  /**
   * Releases the decisions that reference this counter, so that other counters can count them. Call it after the last
   * fold.
   */
  end(): void {
    this.#startAnew()
  }

  /** The approximate bytes of memory that it occupies from one fold to the next. */
  get bytes(): number {
    const met = this.#users.bytes + this.#meetings.bytes + (this.#groups?.bytes ?? 0)
    return met + this.#calls.byteLength + this.#answers.length * BYTES_OF_AN_ANSWER
  }

  /** Makes every user count again for evaluations. Exposures are still remembered. */
  startBucket(): void {
    this.#users.startOver()
    this.#groups?.startOver()
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
    if (!this.#isMet(place)) this.#meet(place >>> 5, 1 << place, distinctId)
  }

  #noteGroup(place: number, groups: Subject['groups']): void {
    const index = this.#answers[place]?.groupTypeIndex ?? null
    const type = index === null ? undefined : this.#options.groupTypeName(index)
    const key = typeof type === 'string' ? keyIn(groups, type) : undefined
    if (key === undefined) return
    this.#groups ??= this.#newGroups()
    this.#groups.note(place, key)
  }

  #newGroups(): GroupMeetings {
    const { countsExposures, onGrown, hashGroup, limits } = this.#options
    return new GroupMeetings(this.#wordsOfAnswers, { knowsFirst: countsExposures, onGrown, hashGroup, limits })
  }

  get #wordsOfAnswers(): number {
    return ((this.#answers.length - 1) >>> 5) + 1
  }

  #meetAsked(distinctId: unknown): void {
    const asked = this.#asked
    for (let word = 0; word < asked.length; word++) {
      // Both have that many words.
      const news = (asked[word] as number) & ~(this.#met[this.#offset + word] as number)
      if (news !== 0) this.#meet(word, news, distinctId)
      asked[word] = 0
    }
  }

  #turnTo(distinctId: unknown): void {
    this.#offset = this.#users.offsetOf(distinctId)
    this.#met = this.#users.met
    this.#lastId = typeof distinctId === 'string' && distinctId.length > DISTINCT_ID_LIMIT ? NO_ID : distinctId
    this.#isMeeting = false
  }

  /** Notes that the user got the results with these bits. */
  #meet(word: number, bits: number, distinctId: unknown): void {
    if (!this.#isMeeting) this.#meetings.begin(this.#options.hashUser(String(distinctId)))
    this.#isMeeting = true
    this.#meetings.note(word, bits, this.#users.markMet(this.#offset + word, bits))
  }

  #newMeetings(): Meetings {
    const { countsExposures, onGrown } = this.#options
    return new Meetings(1, { knowsFirst: countsExposures, onGrown })
  }

  /**
   * Returns the place of a decision that does not have one yet, and stores it in the decision if possible; -1 for an
   * unknown flag.
   */
  #newPlace(decision: Decision): number {
    if (decision.flagId === null) {
      this.#noteUnknown(decision.key)
      return -1
    }
    const answer = answerOf(decision, this.#options.flagOf(decision))
    const name = `${answer.isError} ${answer.groupTypeIndex} ${answer.variant}\0${answer.flagKey}`
    const place = this.#placeOf.get(name) ?? this.#addAnswer(name, answer)
    CountedDecision.give(decision, this.#owner, place)
    return place
  }

  #addAnswer(name: string, answer: FlagAnswer): number {
    const place = this.#answers.length
    this.#answers.push(answer)
    this.#isForGroups ||= answer.groupTypeIndex !== null
    this.#placeOf.set(name, place)
    if (this.#calls.length <= place) {
      this.#calls = doubled(this.#calls)
      this.#asked = doubled(this.#asked)
    }
    const words = this.#wordsOfAnswers
    this.#users.widen(words)
    this.#meetings.widen(words)
    this.#groups?.widen(words)
    this.#turnToNobody()
    return place
  }

  /** Forgets the last user because rows have moved, so that the next user is looked up. */
  #turnToNobody(): void {
    this.#lastId = undefined
    this.#offset = 0
    this.#met = this.#users.met
    this.#isMeeting = false
  }

  /** Forgets every result and every user, as if nothing had been counted. */
  #startAnew(): void {
    this.#owner.isCounting = false
    this.#owner = { isCounting: true }
    this.#answers = []
    this.#placeOf.clear()
    this.#calls = new Uint32Array(FIRST_PLACES)
    this.#asked = new Uint32Array(FIRST_PLACES / WORD_BITS)
    this.#users = new UserRows(this.#options.limits)
    this.#meetings = this.#newMeetings()
    this.#groups = undefined
    this.#isForGroups = false
    this.#turnToNobody()
  }

  #noteUnknown(flagKey: string): void {
    if (flagKey.length > MAX_KEY_LENGTH) return
    const count = this.#unknown.get(flagKey)
    if (count === undefined && this.#unknown.size >= MAX_UNKNOWN) return
    this.#unknown.set(flagKey, (count ?? 0) + 1)
  }
}

function answerOf({ variant, enabled, failed }: Decision, flag: CountedFlag): FlagAnswer {
  return { ...flag, variant: variant ?? String(enabled), isError: failed }
}

function metGroups({ groupTypeIndex }: FlagAnswer, groups: MetUsers | undefined, place: number): MetGroups | null {
  if (groupTypeIndex === null || !groups) return null
  return { groupTypeIndex, evaluatedFor: groups.of(place, 'met'), exposedTo: groups.of(place, 'first') }
}

/** Returns the key of the group of a type; undefined when it is not a valid key, or reading it throws (EVAL-1). */
function keyIn(groups: Subject['groups'], type: string): string | undefined {
  try {
    return countedGroupKey(ownProperty(groups, type))
  } catch {
    return undefined
  }
}

function doubled(counts: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(counts.length * 2)
  more.set(counts)
  return more
}
