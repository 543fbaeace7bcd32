import { type Flag, MAX_KEY_LENGTH } from '../../data/records/flag.ts'
import { originalKey, tombstoneSuffix } from '../../data/records/tombstone-key.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { isJsonObject } from '../../foundation/json/json-value.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { askFollowers } from './ask-followers.ts'
import { flagMoved } from './flag-activity.ts'
import { storeFlag } from './save-flag.ts'

/** The deleted flags that still hold a key, but for the one that takes it. */
export async function tombstonesOf(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  key: string,
  ownerId: number,
): Promise<readonly Flag[]> {
  const tombstones = tombstonesAmong(await tx.flags.findAllByKey(project.id, key))
  return tombstones.filter((flag) => flag.id !== ownerId)
}

/** The deleted ones among the flags that have a key. */
export function tombstonesAmong(holders: readonly Flag[]): readonly Flag[] {
  return holders.filter((flag) => flag.deleted)
}

/**
 * Makes a key free for a new owner: deleted flags that still hold it are renamed, and keep their history (FLAG-14).
 * Whoever takes the key need not have any right to them, so that they keep version and author as well.
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
 * The key that a deleted flag gets back: its own without the tombstone's suffix or, while a live flag has that, with
 * `-2`, `-3` … behind it (FLAG-15).
 */
export async function restoredKey(tx: ReadTransaction, flag: Flag): Promise<string> {
  const original = originalKey(flag)
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const candidate = original.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix
    // A deleted flag that holds it makes room, as for a new one (FLAG-14).
    if (!(await tx.flags.findLiveByKey(flag.projectId, candidate))) return candidate
  }
}

/** The key in an input that only the tombstone of this flag can have; it is no key that somebody may choose. */
export function tombstoneKeyIn(input: unknown, flagId: number): string | undefined {
  const key = isJsonObject(input) ? input.key : undefined
  return typeof key === 'string' && key.endsWith(tombstoneSuffix({ id: flagId })) ? key : undefined
}
