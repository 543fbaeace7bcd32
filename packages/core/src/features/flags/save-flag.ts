import type { NewActivity } from '../../data/records/activity.ts'
import { userOf } from '../../data/records/actor.ts'
import type { Flag } from '../../data/records/flag.ts'
import { keptUsageKey } from '../../data/records/usage-key.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type FlagVersionCause, flagChanged } from './flag-activity.ts'
import { type RowBasis, storeFlagRow } from './store-flag-row.ts'

/** Values that the caller has already read ({@link walkOfFlag}, `liveTotals`), and the cause of the change. */
export interface SaveBasis extends Partial<FlagVersionCause>, Pick<RowBasis, 'totals'> {}

/** Stores a changed flag as its next version, with its dependencies and its activity entry. */
export async function saveFlag(
  tx: Transaction,
  ctx: ProjectContext,
  before: Flag,
  next: Flag,
  projectVersion: number,
  { walk, totals, ...cause }: SaveBasis = {},
): Promise<Flag> {
  const known = walk ?? (await walkOfFlag(tx, ctx, before.id))
  const raised: Flag = {
    ...next,
    version: before.version + 1,
    projectVersion,
    updatedAt: timestampOf(ctx.clock()),
    lastModifiedBy: userOf(ctx.actor),
  }
  const entryOf = (saved: Flag) => flagChanged(ctx, before, saved, { ...cause, walk: known })
  return storeFlag(tx, ctx, raised, entryOf, { before, totals })
}

/** Returns the size of the flag's history since the last keyframe. It determines how the next version is stored. */
export function walkOfFlag(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flagId: number,
): Promise<number> {
  return tx.activity.walkOf(project.id, { scope: 'FeatureFlag', itemId: String(flagId) })
}

/** Stores a flag with its dependencies and its activity entry. The version and the author are those of `next`. */
export async function storeFlag(
  tx: Transaction,
  ctx: ProjectContext,
  next: Flag,
  entryOf: (saved: Flag) => NewActivity,
  { before, totals }: RowBasis & { readonly before: Flag },
): Promise<Flag> {
  const saved: Flag = { ...next, usageKey: keptUsageKey(before, next) }
  await storeFlagRow(tx, ctx, saved, { before, totals })
  if (saved.filters !== before.filters) {
    await tx.flagDependencies.replace(ctx.project.id, saved.id, referencedFlagIds(saved.filters))
  }
  await tx.activity.append(entryOf(saved))
  return saved
}
