import type { Transaction } from '../../../data/store.ts'
import type { SharedBatch } from './batch-document.ts'
import { type WriteBatchesOptions, writeBatches } from './write-batches.ts'

/**
 * Brings batches of any instance into the store, as one. Answers the ids of those that are in it now; the others have
 * projects that are gone, or are of another database, and are left to whoever put them.
 */
export async function writeSharedBatches(
  tx: Transaction,
  shared: readonly SharedBatch[],
  options: WriteBatchesOptions,
): Promise<readonly string[]> {
  const uuids = await uuidsOf(tx, new Set(shared.flatMap(({ projectUuids }) => [...projectUuids.keys()])))
  const ours = shared.filter(({ projectUuids }) => [...projectUuids].every(([id, uuid]) => uuids.get(id) === uuid))
  await writeBatches(
    tx,
    ours.map(({ batch }) => batch),
    options,
  )
  return ours.map(({ batch }) => batch.id)
}

async function uuidsOf(tx: Transaction, projectIds: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  const uuids = new Map<number, string>()
  for (const id of projectIds) {
    const project = await tx.projects.find(id)
    if (project) uuids.set(id, project.uuid)
  }
  return uuids
}
