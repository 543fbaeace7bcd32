import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type OpenWrite, openWrite } from '../../runtime/open-write.ts'
import { refuseWithinWrite, withinWrite } from '../../runtime/within-write.ts'
import { withProjectCopy } from './project-copy.ts'

/** How often a dry run begins again after a conflict with another transaction. */
const ATTEMPTS = 5

type Work<T> = (ctx: ProjectContext) => Promise<T>

/**
 * Runs operations as they are, and takes back all that they wrote: whoever asks is told what would happen, or is refused
 * as they would be. Others hear of nothing (DRY-1). They wait as for a change, from the first use of the store on; changes
 * of many flags run on a copy of the project, for which nobody waits (DRY-3). Like all that writes, `work` may run again.
 */
export async function dryRun<T>(ctx: ProjectContext, work: Work<T>): Promise<T> {
  refuseWithinWrite(ctx)
  let [isLarge, mayCopy] = [false, true]
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryInTransaction(ctx, work, { large: isLarge }, mayCopy)
    } catch (error) {
      if (error instanceof NeedsLargeWrite) isLarge = true
      else if (error instanceof NeedsCopy) {
        const copied = await tryOnCopy(ctx, work)
        if (copied) return copied.result
        mayCopy = false
      } else if (!(error instanceof SerializationFailure) || attempt >= ATTEMPTS) throw error
    }
  }
}

/** Undefined when the work is more than changes of many flags: a copy lacks rows that other operations need. */
async function tryOnCopy<T>(ctx: ProjectContext, work: Work<T>): Promise<{ readonly result: T } | undefined> {
  const run = (inside: ProjectContext) => {
    let isForCopy = false
    const moveToCopy = () => {
      isForCopy = true
    }
    const write: Store['write'] = async (use) => {
      if (!isForCopy) throw new NeedsTransaction()
      isForCopy = false
      return inside.store.write(use)
    }
    const read = () => Promise.reject(new NeedsTransaction())
    return work({ ...inside, store: { ...inside.store, read, write }, moveToCopy })
  }
  try {
    return { result: await withProjectCopy(ctx, run) }
  } catch (error) {
    if (error instanceof NeedsTransaction) return undefined
    throw error
  }
}

async function tryInTransaction<T>(
  ctx: ProjectContext,
  work: Work<T>,
  options: Required<WriteOptions>,
  mayCopy: boolean,
): Promise<T> {
  // Nothing happens that could be kept under an idempotency key, or that others may remember.
  const once = withinWrite(ctx)
  let opening: Promise<OpenWrite> | undefined
  const within = async <R>(use: (tx: Transaction) => Promise<R>): Promise<R> => {
    opening ??= openWrite(once, { lost: () => new SerializationFailure(), options })
    return use((await opening).tx)
  }
  const moveToCopy = () => {
    throw new NeedsCopy()
  }
  const trial = {
    ...once,
    store: trialStore(ctx.store, within, options),
    announceLater: () => undefined,
    ...(mayCopy && { moveToCopy }),
  }
  try {
    const result = await work(trial)
    // What was merely on its way is refused here at the latest: an answer comes after those before it.
    if (opening) await (await opening).tx.projects.find(ctx.project.id)
    return result
  } finally {
    const open = await opening?.catch(() => undefined)
    await open?.rollBack(new TakenBack())
  }
}

/** Notices large writes, which are given more time than others: such a dry run has to be one of them from its beginning. */
function trialStore(
  store: Store,
  within: <R>(use: (tx: Transaction) => Promise<R>) => Promise<R>,
  { large: isLarge }: Required<WriteOptions>,
): Store {
  return {
    ...store,
    read: within,
    write: (work, options) => (options?.large && !isLarge ? Promise.reject(new NeedsLargeWrite()) : within(work)),
  }
}

/** Not an error: how the transaction learns that nothing of it is to stay. */
class TakenBack extends Error {
  constructor() {
    super('A dry run was taken back.')
  }
}

/** Not an error either: how a dry run learns that it has to be a large write. */
class NeedsLargeWrite extends Error {
  constructor() {
    super('A dry run has to be a large write.')
  }
}

/** Nor is this: how it learns that it would hold a transaction for long. */
class NeedsCopy extends Error {
  constructor() {
    super('A dry run has to be on a copy.')
  }
}

/** And this is how a copy learns that it is of no use. */
class NeedsTransaction extends Error {
  constructor() {
    super('A dry run has to be a transaction.')
  }
}
