import type { ReadTransaction } from '../../storage/store.ts'
import type { StoredUserSet, UsageCountQuery, UsageSum, UserSetQuery } from '../../usage/usage.ts'

/** Reads the usage of one project in one transaction; what several tiles ask for alike is read once. */
export interface UsageReads {
  sum(query: UsageCountQuery): Promise<readonly UsageSum[]>
  /** Visits the sets that match by start, a few at a time: those of many flags and days would take gigabytes. */
  eachUserSet(query: UserSetQuery, visit: (set: StoredUserSet) => void): Promise<void>
  /** What `work` answered the first time that something was asked under this name. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Sets of users to hold at once, at 12 KiB each. */
const SETS_AT_ONCE = 2000
/** More variants than most flags have. */
const VARIANTS_OF_A_FLAG = 5
/** As many flags as a project has, for queries about all of them. */
const ALL_FLAGS = 2000

/** At so many starts at once it is not worth asking which there are: daily sets are kept for about a year. */
const SPARED_STARTS = 400

export function usageReads(tx: ReadTransaction, projectId: number): UsageReads {
  const answers = new Map<string, Promise<unknown>>()

  function remember<T>(name: string, work: () => Promise<T>): Promise<T> {
    // Whoever asks under a name asks for the same, and so for the same type.
    const known = answers.get(name) as Promise<T> | undefined
    const answer = known ?? work()
    answers.set(name, answer)
    return answer
  }

  const sum = (query: UsageCountQuery) =>
    remember(`sum ${JSON.stringify(query)}`, () => tx.usageCounts.sum(projectId, query))

  async function eachUserSet(query: UserSetQuery, visit: (set: StoredUserSet) => void): Promise<void> {
    for (const [from, until] of await portions(query)) {
      for (const set of await tx.userSets.list(projectId, { ...query, from, until })) visit(set)
    }
  }

  /** Parts of the range with not too many sets each. Users come with counts, so those tell where there are any. */
  async function portions(query: UserSetQuery): Promise<readonly (readonly [from: string, until: string])[]> {
    const setsPerStart = (query.flagKeys?.length ?? ALL_FLAGS) * VARIANTS_OF_A_FLAG
    const startsAtOnce = Math.max(1, Math.floor(SETS_AT_ONCE / setsPerStart))
    const { measure, period, from, until } = query
    if (startsAtOnce >= SPARED_STARTS) return [[from, until]]
    const starts = (await sum({ measure, period, from, until, by: ['start'] })).map(({ start }) => start ?? from)
    const first = starts.filter((_, index) => index % startsAtOnce === 0)
    return first.map((start, index) => [start, first[index + 1] ?? until])
  }

  return { sum, eachUserSet, remember }
}
