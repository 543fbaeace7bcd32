import type { NewActivity } from '../../data/records/activity.ts'
import { userOf } from '../../data/records/actor.ts'
import type { Flag } from '../../data/records/flag.ts'
import { keptUsageKey } from '../../data/records/usage-key.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type FlagVersionCause, flagChanged } from './flag-activity.ts'
import { flagIndex } from './flag-index.ts'

/**
 * Stores a changed flag as its next version, with its dependencies and its activity entry. Who has asked for
 * {@link walkOfFlag} beforehand hands it in.
 */
export async function saveFlag(
  tx: Transaction,
  ctx: ProjectContext,
  before: Flag,
  next: Flag,
  projectVersion: number,
  { walk, ...cause }: Partial<FlagVersionCause> = {},
): Promise<Flag> {
  const known = walk ?? (await walkOfFlag(tx, ctx, before.id))
  const raised: Flag = {
    ...next,
    version: before.version + 1,
    projectVersion,
    updatedAt: timestampOf(ctx.clock()),
    lastModifiedBy: userOf(ctx.actor),
  }
  return storeFlag(tx, ctx, before, raised, (saved) => flagChanged(ctx, before, saved, { ...cause, walk: known }))
}

/** How much of its history there is since the last keyframe, which decides how the next version is kept. */
export function walkOfFlag(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flagId: number,
): Promise<number> {
  return tx.activity.walkOf(project.id, { scope: 'FeatureFlag', itemId: String(flagId) })
}

/** Stores a flag as it is given, with its dependencies and its activity entry: version and author are what it says. */
export async function storeFlag(
  tx: Transaction,
  ctx: ProjectContext,
  before: Flag,
  next: Flag,
  entryOf: (saved: Flag) => NewActivity,
): Promise<Flag> {
  const saved: Flag = { ...next, usageKey: keptUsageKey(before, next) }
  // The project is locked, so nobody can have come between; the version that is expected guards that promise.
  await tx.flags.replace(saved, flagIndex(saved), before.version)
  if (saved.filters !== before.filters) {
    await tx.flagDependencies.replace(ctx.project.id, saved.id, referencedFlagIds(saved.filters))
  }
  await tx.activity.append(entryOf(saved))
  return saved
}
