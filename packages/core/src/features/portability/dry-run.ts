import type { Store, Transaction, WriteOptions } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type OpenWrite, openWrite } from '../../runtime/open-write.ts'
import { refuseWithinWrite, withinWrite } from '../../runtime/within-write.ts'
import { withProjectCopy } from './project-copy.ts'
import { withCopyRoom } from './with-copy-room.ts'

/** The maximum number of attempts of a dry run that conflicts with other transactions. */
const ATTEMPTS = 5
export interface DryRunOptions {
  /**
   * The number of flags that the work changes; `Infinity` if unknown. Work that changes several flags runs on a copy of
   * the project: each flag may have half a MiB, so a transaction would block others for long. A copy has no persons, no
   * properties of groups and no members of cohorts.
   */
  readonly changedFlags?: number
}

type Work<T> = (ctx: ProjectContext) => Promise<T>

/**
 * Runs operations and rolls back everything that they wrote. The caller gets the result of the operations, or their
 * error. Instances are not notified (DRY-1). Other writes wait for it like for a change, starting with its first use of
 * the store (DRY-4). Changes of many flags run on a copy of the project instead, for which no request waits (DRY-3).
 * `work` may run several times.
 */
export async function dryRun<T>(
  ctx: ProjectContext,
  work: Work<T>,
  { changedFlags = 0 }: DryRunOptions = {},
): Promise<T> {
  refuseWithinWrite(ctx)
  if (changedFlags > 1) return withCopyRoom(ctx, (held) => withProjectCopy(held, work))
  let isLarge = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await runAndRollBack(ctx, work, { large: isLarge })
    } catch (error) {
      if (error instanceof NeedsLargeWrite) isLarge = true
      else if (!(error instanceof SerializationFailure) || attempt >= ATTEMPTS) throw error
    }
  }
}

async function runAndRollBack<T>(ctx: ProjectContext, work: Work<T>, options: Required<WriteOptions>): Promise<T> {
  // Nothing may be stored under an idempotency key, or cached for other requests.
  const once = withinWrite(ctx)
  let opening: Promise<OpenWrite> | undefined
  const within = async <R>(use: (tx: Transaction) => Promise<R>): Promise<R> => {
    opening ??= openWrite(once, { lost: () => new SerializationFailure(), writeOptions: options })
    return use((await opening).tx)
  }
  const trial = trialStore(ctx.store, within, options)
  try {
    const result = await work({ ...once, store: trial.store, announceLater: () => undefined })
    // Statements that are still in flight fail here at the latest, because this query runs after them.
    if (opening) await (await opening).tx.projects.find(ctx.project.id)
    return result
  } finally {
    const open = await opening?.catch(() => undefined)
    await open?.rollBack(new RolledBack())
    // Also checked if the work has handled the error of the operation.
    trial.requireFitting()
  }
}

/**
 * Returns a store that detects large writes. They have a longer time limit than others, so their dry run has to start
 * as one.
 */
function trialStore(
  store: Store,
  within: <R>(use: (tx: Transaction) => Promise<R>) => Promise<R>,
  { large: isLarge }: Required<WriteOptions>,
): { readonly store: Store; requireFitting(): void } {
  let needsLarge = false
  const write: Store['write'] = (work, options) => {
    if (!options?.large || isLarge) return within(work)
    needsLarge = true
    return Promise.reject(new NeedsLargeWrite())
  }
  return {
    store: { ...store, read: within, write },
    requireFitting() {
      if (needsLarge) throw new NeedsLargeWrite()
    },
  }
}

/** Rolls back the transaction of a dry run. */
class RolledBack extends Error {
  constructor() {
    super('A dry run was rolled back.')
  }
}

/** Makes a dry run start again as a large write. */
class NeedsLargeWrite extends Error {
  constructor() {
    super('A dry run has to be a large write.')
  }
}
