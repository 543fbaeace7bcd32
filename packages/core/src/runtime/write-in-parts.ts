import type { ProjectChange } from '../data/change-bus.ts'
import type { Transaction } from '../data/store.ts'
import { DomainError } from '../foundation/errors/domain-error.ts'
import { announceChange } from './change-project.ts'
import type { ProjectContext } from './context.ts'
import { type OpenWrite, openWrite } from './open-write.ts'
import { contextWithin, withinWrite } from './within-write.ts'

/** For how long a part holds what others wait for. */
const PART_MS = 150
/**
 * For how long others have their turn between two parts. Another process looks for the lock of a SQLite file at such
 * intervals, so that it finds it free.
 */
const PAUSE_MS = 30

export interface PartsOptions {
  /** The version of the project that the work was prepared for. */
  readonly version: number
  /** Wraps the transaction of a part, for operations in it. */
  readonly within?: (tx: Transaction) => Transaction
}

/** What work that writes in parts is given. */
export interface PartedWrite {
  /** For operations: their writes belong to the part that is open. */
  readonly ctx: ProjectContext
  /** The part that is open, whichever it is by now. */
  readonly tx: Transaction
  /** Whether the part has held what others wait for long enough. */
  readonly isPartOver: () => boolean
  /** Commits the part that is open, lets others write, and begins the next. */
  readonly nextPart: () => Promise<void>
}

/** The project is not what the work was prepared for: another request changed it before a part, or the part was lost. */
export class ProjectMoved extends DomainError {
  constructor() {
    super('conflict', 'The project was changed by another request.')
  }
}

/** Parts before the one that failed were written. */
export class StoppedHalfway extends Error {
  constructor(cause: unknown) {
    super('The last parts of a write were not written.', { cause })
  }
}

/**
 * Runs operations in several transactions, one after the other, so that other writers wait for one part at most (WRITE-9).
 * Each part locks the project and expects the version that the part before it left. The parts before one that fails are
 * kept. Instances hear of the change once, at the end.
 * @throws ProjectMoved when the project has another version, and nothing was written
 * @throws StoppedHalfway when a part fails after others were written; its cause is why
 */
export async function writeInParts<T>(
  ctx: ProjectContext,
  { version, within = (tx) => tx }: PartsOptions,
  work: (write: PartedWrite) => Promise<T>,
): Promise<T> {
  let change: ProjectChange | undefined
  let expected = version
  const once = withinWrite(ctx)
  const open = async () => {
    const part = await openPart(once, expected)
    return { ...part, tx: within(part.tx) }
  }
  const commit = async () => {
    const after = await part.tx.projects.find(ctx.project.id)
    await part.commit()
    if (after && after.version !== expected) {
      expected = after.version
      change = { projectId: ctx.project.id, version: expected }
    }
  }
  let isHalfway = false
  let part = await open()
  // Operations hold on to it while the parts change.
  const tx = new Proxy({} as Transaction, { get: (_, name) => part.tx[name as keyof Transaction] })
  try {
    const result = await work({
      ctx: contextWithin(ctx, tx),
      tx,
      isPartOver: () => performance.now() - part.beganAtMs >= PART_MS,
      async nextPart() {
        await commit()
        isHalfway = true
        await letOthersWrite()
        part = await open()
      },
    })
    await commit()
    return result
  } catch (error) {
    await part.rollBack(error)
    throw isHalfway ? new StoppedHalfway(error) : error
  } finally {
    ctx.credentials.lookAgain()
    if (change) await announceChange(ctx, change)
  }
}

/** Waits between two parts, until every other write had its turn (WRITE-11). */
export function letOthersWrite(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** The next part, if the project is as the part before left it. */
function openPart(ctx: ProjectContext, expectedVersion: number): Promise<OpenWrite> {
  return openWrite(ctx, {
    async begin(tx) {
      const project = await tx.projects.lock(ctx.project.id)
      if (project?.version !== expectedVersion) throw new ProjectMoved()
    },
    lost: () => new ProjectMoved(),
  })
}
