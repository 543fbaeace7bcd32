import type { LiveTotals } from '../../data/records/live-totals.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { CopySize } from '../../runtime/copy-room.ts'
import { isWithinWrite } from '../../runtime/within-write.ts'
import { contentsSize } from './contents-size.ts'

/**
 * Runs work that loads the project into memory, when the copies of other requests leave enough memory for it (DRY-5).
 * Work within a dry run uses the reservation of the dry run, because waiting for a separate one would be a deadlock.
 * @throws StoreUnavailable if there is not enough memory
 */
export async function withCopyRoom<T>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext) => Promise<T>,
  source?: LiveTotals,
): Promise<T> {
  if (isWithinWrite(ctx)) return work(ctx)
  const size = await copySize(ctx)
  return ctx.copies.run(source ? { ...size, source } : size, (copyClaim) => work({ ...ctx, copyClaim }))
}

function copySize({ store, project, limits }: ProjectContext): Promise<CopySize> {
  return store.read(async (tx) => ({
    project: await tx.projects.liveTotals(project.id),
    contents: await contentsSize(tx, project.id, limits.maxProjectFiltersBytes),
  }))
}
