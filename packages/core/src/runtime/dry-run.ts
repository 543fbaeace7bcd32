import type { Transaction } from '../data/store.ts'
import { storeWithin, writeStore } from './change-project.ts'
import type { ProjectContext } from './context.ts'

/**
 * Runs operations as they are, and takes back all that they wrote: whoever asks is told what would happen, or is refused
 * as they would be. Others wait meanwhile, as for a change, and hear of nothing (DRY-1).
 */
export async function dryRun<T>(ctx: ProjectContext, work: (ctx: ProjectContext) => Promise<T>): Promise<T> {
  // Nothing happens that could be kept under an idempotency key.
  const { idempotency: _, ...once } = ctx
  try {
    return await writeStore(once, async (tx): Promise<T> => {
      const result = await work({ ...once, store: storeWithin(ctx.store, tx), announceLater: () => undefined })
      await settle(tx, ctx)
      throw new TakenBack(result)
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T // thrown above
    throw error
  } finally {
    // What an operation read in the transaction, somebody may have been told to remember.
    ctx.grants.clear()
  }
}

/** What was merely on its way is refused here at the latest: an answer comes after those before it. */
async function settle(tx: Transaction, { project }: ProjectContext): Promise<void> {
  await tx.projects.find(project.id)
}

/** Not an error: how the transaction learns that nothing of it is to stay. */
class TakenBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('A dry run was taken back.')
    this.result = result
  }
}
