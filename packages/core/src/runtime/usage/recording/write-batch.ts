import type { StoredUserSet, UserSetKey } from '../../../data/records/usage.ts'
import type { Transaction } from '../../../data/store.ts'
import { chunksOf } from '../../../foundation/lists/chunks-of.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { RetentionStarts } from '../usage-retention.ts'
import { UserSet } from '../user-set.ts'
import { type BatchRows, batchRows } from './batch-rows.ts'
import type { PendingUsers } from './pending-users.ts'
import type { PendingProject, UsageBatch } from './usage-batch.ts'
import type { UsageCell } from './usage-cells.ts'

/** The number of sets that are merged together: each takes 12 KiB, and there may be thousands. */
const SETS_AT_ONCE = 200

export interface WriteBatchOptions {
  readonly nowMs: number
  readonly since: RetentionStarts
  readonly maxUnknownFlags: number
}

/**
 * Writes a batch to the store exactly once, however often it is tried (USAGE-13), and does not change it. All writers
 * use the tables in this order, and each table in the order of its keys, so that they cannot deadlock. Returns the
 * number of calls that are dropped because their projects were deleted (USAGE-7).
 */
export async function writeBatch(tx: Transaction, batch: UsageBatch, options: WriteBatchOptions): Promise<number> {
  const kept = batch.of(await tx.projects.versions([...batch.projects.keys()]))
  if (await isFirstWrite(tx, batch, options.nowMs)) await writeCalls(tx, kept, options)
  return batch.calls - kept.calls
}

async function writeCalls(tx: Transaction, batch: UsageBatch, options: WriteBatchOptions): Promise<void> {
  const projects = [...batch.projects].sort(([a], [b]) => a - b)
  const repeated = new Map<UsageCell, { count: number; errors: number }>()
  for (const [projectId, project] of projects) {
    await claimEvents(tx, projectId, project, options.nowMs, repeated)
  }
  const { counts, users, seen, unknown } = batchRows(batch, repeated, options.since)
  await tx.usageCounts.add(counts)
  for (const chunk of chunksOf(users, SETS_AT_ONCE)) await saveUsers(tx, chunk)
  await tx.seenFlags.note(seen)
  await tx.seenFlags.noteUnknown(unknown, options.maxUnknownFlags)
}

/** Whether nothing of the batch is in the store yet: a commit may have succeeded although its confirmation was lost. */
async function isFirstWrite(tx: Transaction, batch: UsageBatch, nowMs: number): Promise<boolean> {
  const claimingProject = Math.min(...batch.projects.keys())
  return (await tx.claimedEvents.claim(claimingProject, [`batch ${batch.id}`], timestampOf(nowMs))).length > 0
}

/** Claims the events of a project, and adds the counts of those that were counted before to `repeated`. */
async function claimEvents(
  tx: Transaction,
  projectId: number,
  { events }: PendingProject,
  nowMs: number,
  repeated: Map<UsageCell, { count: number; errors: number }>,
): Promise<void> {
  if (events.size === 0) return
  const fresh = new Set(await tx.claimedEvents.claim(projectId, [...events.keys()], timestampOf(nowMs)))
  for (const [eventId, { cell, count, errors }] of events) {
    if (fresh.has(eventId)) continue
    const sum = repeated.get(cell) ?? { count: 0, errors: 0 }
    repeated.set(cell, { count: sum.count + count, errors: sum.errors + errors })
  }
}

async function saveUsers(tx: Transaction, added: BatchRows['users']): Promise<void> {
  const stored = await tx.userSets.lock(added.map(([key]) => key))
  const before = new Map(stored.map((set) => [placeOf(set), set.users]))
  await tx.userSets.save(added.flatMap(([key, users]) => united(key, users, before.get(placeOf(key))) ?? []))
}

/** Returns the stored set with these users added; undefined when it already contains all of them. */
function united(key: UserSetKey, users: PendingUsers, before: Uint8Array | undefined): StoredUserSet | undefined {
  const set = before ? UserSet.read(before) : UserSet.empty()
  return users.addTo(set) ? { ...key, users: set.toBytes() } : undefined
}

function placeOf({ projectId, period, start, flagKey, variant, measure }: UserSetKey): string {
  return JSON.stringify([projectId, period, start, flagKey, variant, measure])
}
