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

/** Keys that no flag has, of which calls are counted between two folds. */
const MAX_UNKNOWN = 1000
const FIRST_PLACES = 128
/** Answers that have a place. Flags and variants come and go, so there can have been more of them than there are. */
const MAX_ANSWERS = 50_000
const BYTES_OF_AN_ANSWER = 512

/** The name under which the use of a flag is counted, see `usageKeyOf`, and the type of the groups that it is for. */
type CountedFlag = Pick<FlagAnswer, 'flagKey' | 'groupTypeIndex'>

/** Stands for a user whose id is too long to be kept. */
const NO_ID = Symbol('no id')

export interface EvaluationCounterOptions {
  readonly hashUser: (distinctId: string) => UserHash
  readonly hashGroup: (groupKey: string) => UserHash
  /** What the use of a decision's flag is counted as. */
  readonly flagOf: (decision: Decision) => CountedFlag
  readonly groupTypeName: (groupTypeIndex: number) => string | null | undefined
  /** Whether to count, as SDKs do, the first time that a user gets an answer. */
  readonly countsExposures: boolean
  readonly limits: UserRowsLimits
  /** Hears of memory that will be free after the next fold. */
  readonly onGrown: (bytes: number) => void
}

/**
 * Counts the evaluations of one project in this process. It has to cost next to nothing beside an evaluation: a
 * decision knows its place among the counts, a bit says that the user is no news there, and all else is made of that
 * when it is wanted.
 */
export class EvaluationCounter {
  readonly #options: EvaluationCounterOptions
  #users: UserRows
  #meetings: Meetings
  /** There once somebody came with a group to a flag that is for groups. */
  #groups: GroupMeetings | undefined
  #isForGroups = false
  // Bound: OUT-8 unknown-flags-asked-here
  readonly #unknown = new Map<string, number>()
  /** What decisions know of this counter. */
  #owner = { isCounting: true }
  /** Every answer that was given so far has a place, in all of these. */
  // Bound: OUT-8 counted-here
  #answers: FlagAnswer[] = []
  #calls = new Uint32Array(FIRST_PLACES)
  /** Bits of what is being noted for one user. */
  #asked = new Uint32Array(FIRST_PLACES / WORD_BITS)
  // Bound: OUT-8 counted-here
  readonly #placeOf = new Map<string, number>()
  /** The user who came last, where the user's row begins, and the rows: so few steps are left for most evaluations. */
  #lastId: unknown
  #offset = 0
  #met: Uint32Array
  /** Whether what is new to this user can be noted as it is. */
  #isMeeting = false

  constructor(options: EvaluationCounterOptions) {
    this.#options = options
    this.#users = new UserRows(options.limits)
    this.#meetings = this.#newMeetings()
    this.#met = this.#users.met
  }

  /** Counts one decision on a user. Kept so short that it becomes a part of whatever calls it. */
  note(decision: Decision, distinctId: string): void {
    const place = CountedDecision.placeOf(decision, this.#owner)
    if (place < 0 || distinctId !== this.#lastId || !this.#isMet(place)) this.#noteFully(decision, place, distinctId)
    else this.#count(place)
  }

  /** Counts decisions on one user: 32 answers at a time are looked up among those that the user has met. */
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

  /** Whether any flag that was counted is for groups. So nobody else pays for them. */
  get isForGroups(): boolean {
    return this.#isForGroups
  }

  /** Counts the groups for which decisions were made that have been noted. */
  noteGroups(decisions: readonly Decision[], groups: Subject['groups']): void {
    if (groups === undefined || !this.#isForGroups) return
    for (const decision of decisions) {
      if (decision.flagId === null) continue
      const known = CountedDecision.placeOf(decision, this.#owner)
      this.#noteGroup(known < 0 ? this.#newPlace(decision) : known, groups)
    }
  }

  /** Hands out what was counted since the last time. */
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

  /** Forgets what was counted since the last time. */
  drop(): void {
    this.fold(
      () => undefined,
      () => undefined,
    )
  }

  /** Lets go of the decisions that know this counter: others may count them. To be called after the last fold. */
  end(): void {
    this.#startAnew()
  }

  /** About how many bytes of memory it holds from one fold to the next. */
  get bytes(): number {
    const met = this.#users.bytes + this.#meetings.bytes + (this.#groups?.bytes ?? 0)
    return met + this.#calls.byteLength + this.#answers.length * BYTES_OF_AN_ANSWER
  }

  /** Makes everybody count again among those for whom flags were evaluated; who was exposed stays known. */
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

  /** Notes that the user met answers, whose bits these are. */
  #meet(word: number, bits: number, distinctId: unknown): void {
    if (!this.#isMeeting) this.#meetings.begin(this.#options.hashUser(String(distinctId)))
    this.#isMeeting = true
    this.#meetings.note(word, bits, this.#users.markMet(this.#offset + word, bits))
  }

  #newMeetings(): Meetings {
    const { countsExposures, onGrown } = this.#options
    return new Meetings(1, { knowsFirst: countsExposures, onGrown })
  }

  /** The place of a decision that does not know it, and that does from now on if it can; -1 when no flag made it. */
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

  /** For when rows have moved: whoever comes next is looked for. */
  #turnToNobody(): void {
    this.#lastId = undefined
    this.#offset = 0
    this.#met = this.#users.met
    this.#isMeeting = false
  }

  /** Forgets every answer and every user, as if nothing had been counted. */
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

/** The key of the group of a type; undefined where it is none, also because it throws when it is read (EVAL-1). */
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
