import type { Flag } from '../../../data/records/flag.ts'
import {
  type StoredUserSet,
  setMeasure,
  type UsageCountQuery,
  type UsageMeasure,
  type UsageSum,
  type UserSetQuery,
} from '../../../data/records/usage.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { sumInPortions } from './sum-in-portions.ts'
import { type UsageNames, usageNames } from './usage-names.ts'

/** Which sets to visit: of users, or of the groups of a type. */
export interface SetsAsked extends Omit<UserSetQuery, 'measure'> {
  readonly measure: UsageMeasure
  readonly groupTypeIndex?: number | null
}

/** Is waited for before the next set is visited. */
type VisitSet = (set: StoredUserSet) => void | Promise<void>

/** Sets of users to hold at once, at 12 KiB each. */
// Bound: OUT-8 sets-of-an-answer
const SETS_AT_ONCE = 2000
/** More variants than most flags have. */
const VARIANTS_OF_A_FLAG = 5
/** As many flags as a project has, for queries about all of them. */
const ALL_FLAGS = 2000

/** Rows of sums to remember, at some 100 bytes each. */
const MAX_KEPT_ROWS = 100_000

/** At so many starts at once it is not worth asking which there are: daily sets are kept for about a year. */
const SPARED_STARTS = 400

/**
 * Reads the usage of one project in one transaction; what several tiles ask for alike is read once. Flags go by the keys
 * they have today, whatever names they are counted under.
 */
export class UsageReads {
  readonly #tx: ReadTransaction
  readonly #projectId: number
  readonly #names: UsageNames
  // Bound: OUT-8 sums-of-an-answer
  readonly #answers = new Map<string, Promise<unknown>>()
  #keptRows = 0

  /** @param names what keys mean; whatever they mean today when missing */
  constructor(tx: ReadTransaction, projectId: number, names: UsageNames = usageNames(tx, projectId)) {
    this.#tx = tx
    this.#projectId = projectId
    this.#names = names
  }

  /** What `work` answered the first time that something was asked under this name. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Whoever asks under a name asks for the same, and so for the same type.
    const known = this.#answers.get(name) as Promise<T> | undefined
    const answer = known ?? work()
    this.#answers.set(name, answer)
    return answer
  }

  findLiveFlag(key: string): Promise<Flag | undefined> {
    return this.remember(`flag ${key}`, () => this.#tx.flags.findLiveByKey(this.#projectId, key))
  }

  async sum(query: UsageCountQuery): Promise<readonly UsageSum[]> {
    const name = `sum ${JSON.stringify(query)}`
    const isKnown = this.#answers.has(name)
    const sums = await this.remember(name, () => this.#readSums(query))
    if (isKnown) return sums
    // What is not kept is read again: slower, and no reason to hold what thousands of questions were answered.
    if (this.#keptRows + sums.length > MAX_KEPT_ROWS) this.#answers.delete(name)
    else this.#keptRows += sums.length
    return sums
  }

  /** Visits the sets that match by start, a few at a time: those of many flags and days would take gigabytes. */
  async eachUserSet({ groupTypeIndex = null, ...query }: SetsAsked, visit: VisitSet): Promise<void> {
    const stored = await this.#asStored(query)
    if (!stored) return
    const measure = setMeasure(query.measure, groupTypeIndex)
    const slice = timeSlice()
    for (const [from, until] of await this.#portions(query)) {
      const sets = await this.#tx.userSets.list(this.#projectId, { ...stored, measure, from, until })
      const keyOf = await this.#names.keysOf([...new Set(sets.map(({ flagKey }) => flagKey))])
      for (const set of sets) {
        // Uniting, and counting what was united, takes far longer than a look at the clock.
        await visit({ ...set, flagKey: keyOf(set.flagKey) })
        await slice.yieldIfOver()
      }
    }
  }

  async #readSums(query: UsageCountQuery): Promise<readonly UsageSum[]> {
    const stored = await this.#asStored(query)
    if (!stored) return []
    const sums = await sumInPortions((part) => this.#tx.usageCounts.sum(this.#projectId, part), stored)
    if (!query.by.includes('flagKey')) return sums
    const keyOf = await this.#names.keysOf([...new Set(sums.map(({ flagKey = '' }) => flagKey))])
    return sums.map((sum) => ({ ...sum, flagKey: keyOf(sum.flagKey ?? '') }))
  }

  /** The query by the names under which flags are counted; undefined when it asks about none. */
  async #asStored<Query extends Pick<UsageCountQuery, 'flagKeys'>>(query: Query): Promise<Query | undefined> {
    const { flagKeys } = query
    if (!flagKeys) return query
    const name = `names ${JSON.stringify(flagKeys)}`
    const stored = await this.remember(name, () => this.#names.namesOf(flagKeys))
    return stored.length > 0 ? { ...query, flagKeys: stored } : undefined
  }

  /** Parts of the range with not too many sets each. Users come with counts, so those tell where there are any. */
  async #portions(query: SetsAsked): Promise<readonly (readonly [from: string, until: string])[]> {
    const setsPerStart = (query.flagKeys?.length ?? ALL_FLAGS) * VARIANTS_OF_A_FLAG
    const startsAtOnce = Math.max(1, Math.floor(SETS_AT_ONCE / setsPerStart))
    const { measure, period, from, until } = query
    if (startsAtOnce >= SPARED_STARTS) return [[from, until]]
    const starts = (await this.sum({ measure, period, from, until, by: ['start'] })).map(({ start }) => start ?? from)
    const first = starts.filter((_, index) => index % startsAtOnce === 0)
    return first.map((start, index) => [start, first[index + 1] ?? until])
  }
}
