import type { Store, Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'
import type { RetentionStarts } from '../usage-retention.ts'

/** Rows that a transaction removes, so that others do not wait for long. */
const REMOVED_AT_ONCE = 1000
/** Chunks that one call removes at most of a table. */
const MAX_CHUNKS = 50

/** Answers how many rows it removed, no more than the limit. */
type Remove = (tx: Transaction, limit: number) => Promise<number>

/** Removes what is no longer to be remembered of the use of flags. Answers whether that was all. */
export async function deleteOldUsage(store: Store, since: RetentionStarts): Promise<boolean> {
  let isAll = true
  for (const remove of removals(since)) isAll = (await inChunks(store, remove)) && isAll
  await store.write((tx) => tx.seenFlags.deleteUnknownBefore(timestampOf(since.unknownFlags)))
  return isAll
}

function removals(since: RetentionStarts): readonly Remove[] {
  const dayOf = (epochMs: number) => timestampOf(epochMs).slice(0, 10)
  return [
    (tx, limit) => tx.claimedEvents.deleteBefore(timestampOf(since.events), limit),
    (tx, limit) => tx.usageCounts.deleteBefore('bucket', timestampOf(since.buckets), limit),
    (tx, limit) => tx.usageCounts.deleteBefore('day', dayOf(since.days), limit),
    (tx, limit) => tx.userSets.deleteBefore('bucket', timestampOf(since.bucketUsers), limit),
    (tx, limit) => tx.userSets.deleteBefore('day', dayOf(since.dayUsers), limit),
  ]
}

async function inChunks(store: Store, remove: Remove): Promise<boolean> {
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const removed = await store.write((tx) => remove(tx, REMOVED_AT_ONCE))
    if (removed < REMOVED_AT_ONCE) return true
    await yieldToOthers()
  }
  return false
}
