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

/** Which sets to visit: sets of users, or of the groups of a type. */
export interface SetsAsked extends Omit<UserSetQuery, 'measure'> {
  readonly measure: UsageMeasure
  readonly groupTypeIndex?: number | null
}

/** Visits one set. The next set is visited after its promise has resolved. */
type VisitSet = (set: StoredUserSet) => void | Promise<void>

/** The maximum number of sets of users in memory, at 12 KiB each. */
// Bound: OUT-8 sets-of-an-answer
const SETS_AT_ONCE = 2000
/** An estimate that most flags do not exceed. */
const VARIANTS_OF_A_FLAG = 5
/** The maximum number of flags in a project, for queries about all flags. */
const ALL_FLAGS = 2000

/** The maximum number of cached rows of sums, at about 100 bytes each. */
const MAX_KEPT_ROWS = 100_000

/** With this many starts per portion, the range is read as one portion: daily sets are stored for about a year. */
const SPARED_STARTS = 400

/**
 * Reads the usage of one project in one transaction. Data for several tiles is read once. Flags are named by their
 * current keys, whatever names they are counted under.
 */
export class UsageReads {
  readonly #tx: ReadTransaction
  readonly #projectId: number
  readonly #names: UsageNames
  // Bound: OUT-8 sums-of-an-answer
  readonly #answers = new Map<string, Promise<unknown>>()
  #keptRows = 0

  /** @param names converts keys to names, by default with the current keys */
  constructor(tx: ReadTransaction, projectId: number, names: UsageNames = usageNames(tx, projectId)) {
    this.#tx = tx
    this.#projectId = projectId
    this.#names = names
  }

  /** Returns the result of the first `work` with this name. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Equal names always mean equal queries, and so the same type.
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
    // Beyond the limit, rows are read again. This is slower, but bounds the memory for thousands of queries.
    if (this.#keptRows + sums.length > MAX_KEPT_ROWS) this.#answers.delete(name)
    else this.#keptRows += sums.length
    return sums
  }

  /**
   * Visits the sets that match in the order of their start, a few at a time: the sets of many flags and days would take
   * gigabytes.
   */
  async eachUserSet({ groupTypeIndex = null, ...query }: SetsAsked, visit: VisitSet): Promise<void> {
    const stored = await this.#asStored(query)
    if (!stored) return
    const measure = setMeasure(query.measure, groupTypeIndex)
    const slice = timeSlice()
    for (const [from, until] of await this.#portions(query)) {
      const sets = await this.#tx.userSets.list(this.#projectId, { ...stored, measure, from, until })
      const keyOf = await this.#names.keysOf([...new Set(sets.map(({ flagKey }) => flagKey))])
      for (const set of sets) {
        // Visiting a set takes much longer than checking the time.
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

  /** Returns the query with the names under which flags are counted; undefined when there are none. */
  async #asStored<Query extends Pick<UsageCountQuery, 'flagKeys'>>(query: Query): Promise<Query | undefined> {
    const { flagKeys } = query
    if (!flagKeys) return query
    const name = `names ${JSON.stringify(flagKeys)}`
    const stored = await this.remember(name, () => this.#names.namesOf(flagKeys))
    return stored.length > 0 ? { ...query, flagKeys: stored } : undefined
  }

  /**
   * Returns parts of the range with a limited number of sets each. Sets exist only where counts exist, so counts return
   * the starts.
   */
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
