import { type BatchRows, batchRows } from '../../runtime/usage/recording/batch-rows.ts'
import type { UsageBatch } from '../../runtime/usage/recording/usage-batch.ts'

const EVERYTHING = { buckets: 0, bucketUsers: 0, days: 0, dayUsers: 0, unknownFlags: 0, events: 0 }

/** What a batch brings into the store, in an order of its own. */
export function sortedRows(batch: UsageBatch): { readonly [Kind in keyof BatchRows]: readonly string[] } {
  const { counts, users, seen, unknown } = batchRows(batch, new Map(), EVERYTHING)
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
  return {
    counts: sorted(counts),
    users: sorted(users.map(([key, set]) => [key, [...set.toBytes()]])),
    seen: sorted(seen),
    unknown: sorted(unknown),
  }
}
