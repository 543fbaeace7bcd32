import type { ProjectChange } from '../data/change-bus.ts'
import type { Store, Transaction } from '../data/store.ts'
import type { ProjectContext } from './context.ts'
import { writeStore } from './write-store.ts'

/**
 * Runs several operations as one: all that they write is kept, or nothing when `work` rejects. Others wait meanwhile,
 * as for every change of the project, and hear of it once. `work` gets the context to call the operations with; like
 * all that writes, it may run again.
 */
export async function writeTogether<T>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext, tx: Transaction) => Promise<T>,
): Promise<T> {
  // A request is one write, and this is it.
  const { idempotency: _, ...once } = ctx
  const { result, last } = await writeStore(ctx, async (tx) => {
    let last: ProjectChange | undefined
    const announceLater = (change: ProjectChange): void => {
      last = change
    }
    const result = await work({ ...once, store: storeWithin(ctx.store, tx), announceLater }, tx)
    return { result, last: last as ProjectChange | undefined } // assigned in the meantime
  })
  // What an operation made them forget, somebody may have read again before the commit.
  ctx.grants.clear()
  if (last) await ctx.snapshots.announce(last)
  return result
}

/** A store whose every transaction is part of one that is open. */
function storeWithin(store: Store, tx: Transaction): Store {
  return { ...store, read: (work) => work(tx), write: (work) => work(tx) }
}
