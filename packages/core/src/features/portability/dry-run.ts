import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type OpenWrite, openWrite } from '../../runtime/open-write.ts'
import { refuseWithinWrite, withinWrite } from '../../runtime/within-write.ts'
import { withProjectCopy } from './project-copy.ts'

/** How often a dry run is run before a conflict with another transaction fails it. */
const ATTEMPTS = 5

type Work<T> = (ctx: ProjectContext) => Promise<T>

/**
 * Runs operations and rolls back all that they wrote. The caller gets the result of the operations, or their error; instances
 * are not notified (DRY-1). Other writes wait for it as for a change, from the first use of the store on (DRY-4). Changes of
 * many flags run on a copy of the project instead, for which no request waits (DRY-3). `work` may run several times.
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

/**
 * Runs the work on a copy. Undefined when it contains more than changes of many flags: a copy lacks rows that other
 * operations need. Every use of the store has to follow a call of `moveToCopy`.
 */
async function tryOnCopy<T>(ctx: ProjectContext, work: Work<T>): Promise<{ readonly result: T } | undefined> {
  const run = (inside: ProjectContext) => {
    let mayUseCopy = false
    const moveToCopy = () => {
      mayUseCopy = true
    }
    const write: Store['write'] = async (use) => {
      if (!mayUseCopy) throw new NeedsTransaction()
      mayUseCopy = false
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
  // Nothing may be stored under an idempotency key, or cached for other requests.
  const once = withinWrite(ctx)
  let opening: Promise<OpenWrite> | undefined
  const within = async <R>(use: (tx: Transaction) => Promise<R>): Promise<R> => {
    opening ??= openWrite(once, { lost: () => new SerializationFailure(), writeOptions: options })
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
    // Statements that are still being sent fail here at the latest: the response to this one follows theirs.
    if (opening) await (await opening).tx.projects.find(ctx.project.id)
    return result
  } finally {
    const open = await opening?.catch(() => undefined)
    await open?.rollBack(new RolledBack())
  }
}

/** Detects large writes. They get more time than others, so their dry run has to begin as one. */
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

/** Rolls back the transaction of a dry run. */
class RolledBack extends Error {
  constructor() {
    super('A dry run was rolled back.')
  }
}

/** Makes a dry run begin again as a large write. */
class NeedsLargeWrite extends Error {
  constructor() {
    super('A dry run has to be a large write.')
  }
}

/** Makes a dry run begin again on a copy, because it would hold a transaction for long. */
class NeedsCopy extends Error {
  constructor() {
    super('A dry run has to be on a copy.')
  }
}

/** Makes a dry run on a copy begin again as a transaction. */
class NeedsTransaction extends Error {
  constructor() {
    super('A dry run has to be a transaction.')
  }
}
