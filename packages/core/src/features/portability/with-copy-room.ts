import type { LiveTotals } from '../../data/records/live-totals.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { CopySize } from '../../runtime/copy-room.ts'
import { isWithinWrite } from '../../runtime/within-write.ts'
import { contentsSize } from './contents-size.ts'

/**
 * Runs work that loads the project into memory, when the copies of other requests leave room for it (DRY-5). Work within a
 * dry run belongs to that: if it waited for its own room, it would wait for itself.
 * @throws StoreUnavailable when there is no room
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
