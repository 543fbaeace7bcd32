import type { Store, Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'
import type { RetentionStarts } from '../usage-retention.ts'

/** The number of rows that one transaction deletes, so that other transactions do not wait for long. */
const REMOVED_AT_ONCE = 1000
/** The maximum number of chunks that one call deletes from a table. */
const MAX_CHUNKS = 50

/** Deletes rows up to the limit, and returns how many. */
type Remove = (tx: Transaction, limit: number) => Promise<number>

/** Deletes usage after its retention period. Returns whether everything was deleted. */
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
