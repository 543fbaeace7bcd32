import type { Flag } from '../../data/records/flag.ts'
import type { FlagQuery } from '../../data/records/flag-query.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { chunksOf } from '../../foundation/lists/chunks-of.ts'
import type { Page } from '../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'

/** The number of flags to read before yielding: each flag can have half a MiB. */
const FLAGS_AT_ONCE = 10

/**
 * Reads the flags that match a query a few at a time, and returns the result of `pick` for each. If there are more than
 * `max`, they are only counted.
 */
export async function flagsInParts<T>(
  tx: ReadTransaction,
  projectId: number,
  query: FlagQuery,
  pick: (flag: Flag) => T,
  max: number,
): Promise<Page<T>> {
  const picked: T[] = []
  for (;;) {
    const part = { limit: FLAGS_AT_ONCE, offset: picked.length }
    const { count, items } = await tx.flags.list(projectId, query, part)
    if (count > max) return { count, items: [] }
    for (const flag of items) picked.push(pick(flag))
    if (items.length < part.limit || picked.length >= count) return { count, items: picked }
    await yieldToOthers()
  }
}

/** {@link flagsInParts} for ids, sorted by id. Each part queries only its own ids. */
export async function flagsOfIdsInParts<T>(
  tx: ReadTransaction,
  projectId: number,
  query: Omit<FlagQuery, 'ids' | 'order'>,
  ids: readonly number[],
  pick: (flag: Flag) => T,
): Promise<readonly T[]> {
  const picked: T[] = []
  const order = { field: 'id', descending: false } as const
  for (const some of chunksOf(
    ids.toSorted((a, b) => a - b),
    FLAGS_AT_ONCE,
  )) {
    if (picked.length > 0) await yieldToOthers()
    const { items } = await tx.flags.list(projectId, { ...query, ids: some, order }, { limit: some.length, offset: 0 })
    for (const flag of items) picked.push(pick(flag))
  }
  return picked
}
