import type { ProjectChange } from '../data/change-bus.ts'
import type { Actor } from '../data/records/actor.ts'
import type { Flag } from '../data/records/flag.ts'
import type { Organization } from '../data/records/organization.ts'
import type { Project } from '../data/records/project.ts'
import type { Transaction, WriteOptions } from '../data/store.ts'
import { allInOrder } from '../foundation/lists/all-in-order.ts'
import { projectNotFound } from './access/unknown-place.ts'
import type { Context, ProjectContext } from './context.ts'
import type { PartClaim } from './idempotency/part-claim.ts'
import type { RequestPlace } from './idempotency/request-row.ts'
import type { OwnChange } from './snapshots/load-snapshot.ts'
import { explainUniqueViolation } from './unique-rules.ts'
import { contextWithin } from './within-write.ts'

/**
 * Runs a change that evaluation depends on. The first statement raises the project's version, which also locks the
 * project. Changes of one project therefore run one after the other, and what a rule read stays true until the commit.
 * `projectVersion` is the version of the project after the change. When this resolves, this instance evaluates with the
 * change.
 */
export async function changeProject<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, projectVersion: number) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => work(tx, await raiseVersion()), options)
}

/** The result of a change, and every flag that it has written and evaluation uses. It has written no cohort. */
export interface ChangeOfFlags<T> {
  readonly result: T
  readonly flags: readonly Flag[]
}

/**
 * {@link changeProject} for a change of flags that knows from the start which queries it needs. `ask` sends them in the
 * same round trip as the raised version, and they run after it: they see the project as it stays until the commit
 * (STORE-35). This instance's snapshot is derived from the flags that the change returns.
 */
export async function askAndChangeProject<A, T>(
  ctx: ProjectContext,
  ask: (tx: Transaction) => Promise<A>,
  work: (tx: Transaction, projectVersion: number, asked: A) => Promise<ChangeOfFlags<T>>,
): Promise<T> {
  const { id } = ctx.project
  return changeAndTell(ctx, async (tx, raiseVersion) => {
    const isHeld = ctx.snapshots.peek(id) !== undefined
    const [projectVersion, state, asked] = await allInOrder([
      raiseVersion(),
      isHeld ? tx.projects.findRaised(id) : undefined,
      ask(tx),
    ])
    const { result, flags } = await work(tx, projectVersion, asked)
    return { result, made: state && { state, flags } }
  })
}

/**
 * {@link changeProject} for a change that finds out while it runs whether evaluation depends on it. It must lock the
 * project before it reads. `raiseVersion` returns the version that the project then has.
 */
export async function changeProjectIfNeeded<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  return changeAndTell(ctx, async (tx, raiseVersion) => ({ result: await work(tx, raiseVersion) }), options)
}

/**
 * {@link changeProjectIfNeeded} for a change of flags: this instance's snapshot is derived from the flags that it
 * returns.
 */
export async function changeFlagsIfNeeded<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<ChangeOfFlags<T>>,
): Promise<T> {
  const { id } = ctx.project
  return changeAndTell(ctx, async (tx, raiseVersion) => {
    const isHeld = ctx.snapshots.peek(id) !== undefined
    let state: OwnChange['state'] | undefined
    const raiseAndFind = async () => {
      const [projectVersion, found] = await allInOrder([
        raiseVersion(),
        isHeld ? tx.projects.findRaised(id) : undefined,
      ])
      state = found
      return projectVersion
    }
    const { result, flags } = await work(tx, raiseAndFind)
    return { result, made: state && { state, flags } }
  })
}

/** The result of a change, and its effect on the project if it is known. */
interface Made<T> {
  readonly result: T
  readonly made?: OwnChange | undefined
}

async function changeAndTell<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<Made<T>>,
  options?: WriteOptions,
): Promise<T> {
  // Separate from the result, which is stored for repetitions of the request: those change nothing.
  let lastMade: OwnChange | undefined
  const raiseAndWork = async (tx: Transaction) => {
    let projectVersion = 0
    const raiseVersion = async () => {
      projectVersion = await tx.projects.raiseVersion(ctx.project.id)
      if (projectVersion === 0) throw projectNotFound()
      return projectVersion
    }
    const { result, made } = await work(tx, raiseVersion)
    lastMade = made
    return { result, projectVersion }
  }
  const { result, projectVersion } = await writeStore(ctx, raiseAndWork, options)
  // A lost attempt may have set `lastMade` before the stored result of another request was found.
  const made = ctx.idempotency?.isRepeated ? undefined : lastMade
  if (projectVersion > 0) await announce(ctx, { projectId: ctx.project.id, version: projectVersion }, made)
  return result
}

async function announce(ctx: ProjectContext, change: ProjectChange, made: OwnChange | undefined): Promise<void> {
  if (ctx.announceLater) ctx.announceLater(change)
  else await ctx.snapshots.announce(change, made)
}

/** Announces a change that was committed without {@link changeProject}. */
export function announceChange(ctx: ProjectContext, change: ProjectChange): Promise<void> {
  return announce(ctx, change, undefined)
}

/**
 * The parts of a context that a write needs. A request with an idempotency key belongs to a project or an organization.
 */
interface WriteContext extends Pick<Context, 'store' | 'idempotency'> {
  readonly project?: Pick<Project, 'id' | 'organizationId'>
  readonly organization?: Pick<Organization, 'id'>
}

/**
 * Runs a write that reports a lost race over a unique name as a refusal of the input. For a request with an idempotency
 * key it is the only write, and happens once (IDEM-1).
 */
export async function writeStore<T>(
  ctx: WriteContext,
  work: (tx: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  const { store, idempotency } = ctx
  try {
    if (idempotency) return await idempotency.write(store, placeOf(ctx), work, options)
    return await store.write(work, options)
  } catch (error) {
    throw explainUniqueViolation(error)
  }
}

/** Runs a write that can change the meaning of keys, roles, memberships or projects. */
export async function writeIdentity<T>(
  ctx: WriteContext & Pick<Context, 'credentials'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await writeStore(ctx, work)
  ctx.credentials.lookAgain()
  return result
}

/**
 * {@link writeIdentity} for a write that revokes credentials: cached ones do not come back if the store is unavailable
 * a moment later (OUT-15).
 */
export async function takeCredentials<T>(
  ctx: WriteContext & Pick<Context, 'credentials'>,
  isGone: (actor: Actor) => boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return forgetCredentials(ctx, isGone, (done) => writeStore(ctx, async (tx) => done(await work(tx))))
}

/** {@link takeCredentials} for another kind of write, whose work passes its result to `done` at its end. */
export async function forgetCredentials<T>(
  { credentials }: Pick<Context, 'credentials'>,
  isGone: (actor: Actor) => boolean,
  write: (done: <R>(result: R) => R) => Promise<T>,
): Promise<T> {
  let mayBeKept = false
  const done = <R>(result: R): R => {
    mayBeKept = true
    return result
  }
  try {
    const result = await write(done)
    credentials.forget(isGone)
    return result
  } catch (error) {
    // If the connection broke during the commit, its outcome is unknown (OUT-4).
    if (mayBeKept) credentials.forget(isGone)
    throw error
  }
}

/** Returns the place that a request with an idempotency key belongs to. */
function placeOf({ project, organization }: WriteContext): RequestPlace {
  if (project) return { organizationId: project.organizationId, projectId: project.id }
  if (organization) return { organizationId: organization.id, projectId: null }
  throw new Error('a request with an idempotency key must be for a project or an organization')
}

/**
 * Runs several operations as one: either all their writes are stored, or none when `work` rejects. As for every change
 * of the project, other changes wait, and instances are notified once. `work` receives the context for the operations;
 * like every write, it may run again. No operation may revoke credentials ({@link takeCredentials}).
 */
export async function writeTogether<T>(
  ctx: ProjectContext,
  work: (ctx: ProjectContext, tx: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  const { result, last } = await writeStore(
    ctx,
    async (tx) => {
      let last: ProjectChange | undefined
      const announceLater = (change: ProjectChange): void => {
        last = change
      }
      const result = await work(contextWithin(ctx, tx, announceLater), tx)
      return { result, last: last as ProjectChange | undefined } // assigned by announceLater
    },
    options,
  )
  ctx.credentials.lookAgain()
  if (last) await announce(ctx, last, undefined)
  return result
}

/**
 * Returns the result of an earlier {@link writeTogether} or {@link storeResult} of the same request, for an operation
 * with expensive preparations.
 * @param permit checks the permissions that the operation needs (IDEM-13)
 */
export async function findEarlierResult<T>(
  ctx: ProjectContext,
  permit: (tx: Transaction) => Promise<unknown>,
): Promise<{ readonly result: T } | undefined> {
  const earlier = await ctx.idempotency?.findAnswer<{ readonly result: T }>(ctx.store, placeOf(ctx), permit)
  return earlier?.result
}

/**
 * Stores a result before the writes of a request with an idempotency key, for {@link findEarlierResult}.
 * @returns the result of the first request with the key
 */
export async function storeResult<T>(ctx: ProjectContext, result: T): Promise<T> {
  return writeTogether(ctx, async () => result)
}

/**
 * Claims the parts of a write that {@link storeResult} has announced; undefined when all of them were written
 * (IDEM-16).
 */
export async function claimParts(ctx: ProjectContext): Promise<PartClaim | undefined> {
  return ctx.idempotency?.claim(ctx.store, placeOf(ctx))
}
