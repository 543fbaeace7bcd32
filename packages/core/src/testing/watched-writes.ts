import type { Transaction, WriteOptions } from '../data/store.ts'
import type { ProjectContext } from '../runtime/context.ts'

/**
 * Returns a context that reports its writes to a test.
 * @param beforeWrite is called before each write, which waits for it
 * @param within wraps the transaction of each write
 */
export function watchedWrites(
  ctx: ProjectContext,
  beforeWrite: (options: WriteOptions | undefined) => unknown,
  within = (tx: Transaction): Transaction => tx,
): ProjectContext {
  return {
    ...ctx,
    store: {
      ...ctx.store,
      async write(work, options) {
        await beforeWrite(options)
        return ctx.store.write((tx) => work(within(tx)), options)
      },
    },
  }
}
