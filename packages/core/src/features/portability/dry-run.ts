import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { refuseWithinWrite, storeWithin, withinWrite, writeStore } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/**
 * Runs operations as they are, and takes back all that they wrote: whoever asks is told what would happen, or is refused
 * as they would be. Others wait meanwhile, as for a change, and hear of nothing (DRY-1). Like all that writes, `work` may
 * run again.
 */
export async function dryRun<T>(ctx: ProjectContext, work: (ctx: ProjectContext) => Promise<T>): Promise<T> {
  refuseWithinWrite(ctx)
  try {
    return await runAndTakeBack(ctx, work, { large: false })
  } catch (error) {
    if (!(error instanceof NeedsLargeWrite)) throw error
    return await runAndTakeBack(ctx, work, { large: true })
  }
}

async function runAndTakeBack<T>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext) => Promise<T>,
  options: Required<WriteOptions>,
): Promise<T> {
  // Nothing happens that could be kept under an idempotency key, or that others may remember.
  const once = withinWrite(ctx)
  try {
    return await writeStore(
      once,
      async (tx): Promise<T> => {
        const store = trialStore(storeWithin(ctx.store, tx), options)
        const result = await work({ ...once, store, announceLater: () => undefined })
        await settle(tx, ctx)
        throw new TakenBack(result)
      },
      options,
    )
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T // thrown above
    throw error
  }
}

/** Notices large writes, which are given more time than others: such a dry run has to be one of them from its beginning. */
function trialStore(store: Store, { large: isLarge }: Required<WriteOptions>): Store {
  return {
    ...store,
    write(work, options) {
      return options?.large && !isLarge ? Promise.reject(new NeedsLargeWrite()) : store.write(work, options)
    },
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

/** Not an error either: how a dry run learns that it has to be a large write. */
class NeedsLargeWrite extends Error {
  constructor() {
    super('A dry run has to be a large write.')
  }
}
