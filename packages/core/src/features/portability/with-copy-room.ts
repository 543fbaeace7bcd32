import type { ProjectContext } from '../../runtime/context.ts'
import { isWithinWrite } from '../../runtime/within-write.ts'

/**
 * Runs work that loads the project into memory, when the copies of other requests leave room for it (DRY-5). Work within a
 * dry run belongs to that: if it waited for its own room, it would wait for itself.
 * @throws StoreUnavailable when there is no room
 */
export async function withCopyRoom<T>(ctx: ProjectContext, work: () => Promise<T>): Promise<T> {
  if (isWithinWrite(ctx)) return work()
  return ctx.copies.run(await ctx.store.read((tx) => tx.projects.liveTotals(ctx.project.id)), work)
}
