import type { ProjectChange } from '../data/change-bus.ts'
import type { Transaction } from '../data/store.ts'
import { DomainError } from '../foundation/errors/domain-error.ts'
import { refuseDeadKey } from './access/refuse-dead-key.ts'
import { announceChange } from './change-project.ts'
import type { ProjectContext } from './context.ts'
import { type OpenWrite, openWrite } from './open-write.ts'
import { contextWithin, withinWrite } from './within-write.ts'

/** How long a part holds the lock that other writes wait for. */
const PART_MS = 150
/**
 * The pause between two parts, in which other writes can start. Another process polls the lock of a SQLite file at
 * shorter intervals, so it finds the lock free.
 */
const PAUSE_MS = 30

export interface PartsOptions {
  /** The version of the project that the work was prepared for. */
  readonly version: number
  /** Runs first in the transaction of each part, before the project is locked. */
  readonly begin?: ((tx: Transaction) => Promise<void>) | undefined
  /** Whether the work never starts another part, however long the first takes. */
  readonly large?: boolean
  /** Wraps the transaction of a part, for operations in it. */
  readonly within?: (tx: Transaction) => Transaction
}

/** The open part of a write, for the work that is written in parts. */
export interface PartedWrite {
  /** For operations: their writes belong to the part that is open. */
  readonly ctx: ProjectContext
  /** The transaction of the open part: the same object for all parts. */
  readonly tx: Transaction
  /** Whether the part has held its lock for so long that other writes should start. */
  readonly isPartOver: () => boolean
  /**
   * Commits the open part, lets other writes start, and opens the next part.
   * @param onCommit is called once the open part is committed, also when the next one cannot be opened
   */
  readonly nextPart: (onCommit: () => void) => Promise<void>
}

/**
 * The version of the project differs from the one that the work was prepared for: another request changed it, or a part
 * was lost.
 */
export class ProjectMoved extends DomainError {
  constructor() {
    super('conflict', 'The project was changed by another request.')
  }
}

/** The write failed after some of its parts were written. */
export class StoppedHalfway extends Error {
  constructor(cause: unknown) {
    super('The last parts of a write were not written.', { cause })
  }
}

/**
 * Runs operations in several transactions, one after the other, so that other writes wait for at most one part
 * (WRITE-11). Each part locks the project, expects the version that the part before it left, and checks the credential
 * of the caller again (WRITE-13). When a part fails, the parts before it stay written. Instances are notified once, at
 * the end.
 * @throws ProjectMoved when the project has another version, and nothing was written
 * @throws StoppedHalfway when a part fails after others were written; its cause is the error of that part
 */
export async function writeInParts<T>(
  ctx: ProjectContext,
  { version, begin, large = false, within = (tx) => tx }: PartsOptions,
  work: (write: PartedWrite) => Promise<T>,
): Promise<T> {
  let change: ProjectChange | undefined
  let expected = version
  const once = withinWrite(ctx)
  const open = async () => {
    const part = await openPart(once, expected, { begin, large })
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
  // Operations keep this reference while parts are opened and committed.
  const tx = new Proxy({} as Transaction, { get: (_, name) => part.tx[name as keyof Transaction] })
  try {
    const result = await work({
      ctx: contextWithin(ctx, tx),
      tx,
      isPartOver: () => performance.now() - part.beganAtMs >= PART_MS,
      async nextPart(onCommit) {
        await commit()
        isHalfway = true
        onCommit()
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

/** Pauses between two parts, so that every other write that waits can start (WRITE-11). */
export function letOthersWrite(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

/** Opens a part, if the project still has the expected version. */
function openPart(
  ctx: ProjectContext,
  expectedVersion: number,
  { begin, large }: Pick<PartsOptions, 'begin'> & Required<Pick<PartsOptions, 'large'>>,
): Promise<OpenWrite> {
  return openWrite(ctx, {
    async begin(tx) {
      await begin?.(tx)
      const project = await tx.projects.lock(ctx.project.id)
      if (project?.version !== expectedVersion) throw new ProjectMoved()
      await refuseDeadKey(tx, ctx.actor)
    },
    lost: () => new ProjectMoved(),
    writeOptions: { large },
  })
}
