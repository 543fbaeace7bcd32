import { type Flag, MAX_KEY_LENGTH } from '../../data/records/flag.ts'
import { originalKey, tombstoneSuffix } from '../../data/records/tombstone-key.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { isJsonObject } from '../../foundation/json/json-value.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { askFollowers } from './ask-followers.ts'
import { flagMoved } from './flag-activity.ts'
import { storeFlag } from './save-flag.ts'

/** Returns the deleted flags that still have a key, except for the flag that takes the key. */
export async function tombstonesOf(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  key: string,
  ownerId: number,
): Promise<readonly Flag[]> {
  const tombstones = tombstonesAmong(await tx.flags.findAllByKey(project.id, key))
  return tombstones.filter((flag) => flag.id !== ownerId)
}

/** Returns the deleted flags among those with a key. */
export function tombstonesAmong(holders: readonly Flag[]): readonly Flag[] {
  return holders.filter((flag) => flag.deleted)
}

/**
 * Frees a key for a new owner. Deleted flags with the key are renamed, and keep their history (FLAG-14). The user that
 * takes the key does not need permission to edit them, so their version and author do not change either.
 */
export async function renameTombstones(
  tx: Transaction,
  ctx: ProjectContext,
  tombstones: readonly Flag[],
  projectVersion: number,
): Promise<void> {
  for (const holder of tombstones) {
    const renamed = { ...holder, key: `${holder.key}${tombstoneSuffix(holder)}`, projectVersion }
    const followed = await askFollowers(tx, ctx, holder, renamed)
    await storeFlag(tx, ctx, followed, (saved) => flagMoved(ctx, holder, saved), { before: holder })
  }
}

/**
 * Returns the key for a restored flag: its key without the suffix of the tombstone. While a live flag has that key,
 * `-2`, `-3` … is appended (FLAG-15).
 */
export async function restoredKey(tx: ReadTransaction, flag: Flag): Promise<string> {
  const original = originalKey(flag)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const candidate = original.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix
    // A deleted flag with this key is renamed, as for a new flag (FLAG-14).
    if (!(await tx.flags.findLiveByKey(flag.projectId, candidate))) return candidate
  }
}

/** Returns the key of an input if only the tombstone of this flag can have it. Clients cannot choose such a key. */
export function tombstoneKeyIn(input: unknown, flagId: number): string | undefined {
  const key = isJsonObject(input) ? input.key : undefined
  return typeof key === 'string' && key.endsWith(tombstoneSuffix({ id: flagId })) ? key : undefined
}
