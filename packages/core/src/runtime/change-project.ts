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
 * Runs a change that evaluation depends on. Raising the project's version is the first statement because it also
 * locks the project: changes of one project go one after the other, so what a rule read stays true until the commit.
 * `projectVersion` is the one the project has once the change is in. When this resolves, this instance answers with the change in it.
 */
export async function changeProject<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, projectVersion: number) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => work(tx, await raiseVersion()), options)
}

/** What a change answers, and every flag that it has written and evaluation looks at. It has written no cohort. */
export interface ChangeOfFlags<T> {
  readonly result: T
  readonly flags: readonly Flag[]
}

/**
 * {@link changeProject} for a change of flags that knows from its beginning what it has to look up. `ask` is asked in one
 * go with raising the version, and answered after that: it sees the project as it stays until the commit (STORE-35).
 * This instance's picture is made of what the change says that it has written.
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
 * {@link changeProject} for a change that finds out on the way whether evaluation depends on it. It has to lock the
 * project before it looks; `raiseVersion` answers the version that the project then has.
 */
export async function changeProjectIfNeeded<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  return changeAndTell(ctx, async (tx, raiseVersion) => ({ result: await work(tx, raiseVersion) }), options)
}

/**
 * {@link changeProjectIfNeeded} for a change of flags: this instance's picture is made of what it says that it has written.
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

/** What a change answers, and what it has made of the project where it knows that. */
interface Made<T> {
  readonly result: T
  readonly made?: OwnChange | undefined
}

async function changeAndTell<T>(
  ctx: ProjectContext,
  work: (tx: Transaction, raiseVersion: () => Promise<number>) => Promise<Made<T>>,
  options?: WriteOptions,
): Promise<T> {
  // Beside the result: that is kept for a request that is repeated, and then nothing was made.
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
  // An attempt that was lost may have made something before somebody else's was found to be kept.
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

/** What a write takes of a context; what is done once is done in a project or an organization. */
interface WriteContext extends Pick<Context, 'store' | 'idempotency'> {
  readonly project?: Pick<Project, 'id' | 'organizationId'>
  readonly organization?: Pick<Organization, 'id'>
}

/**
 * A write whose lost races over a unique name come out as refusals of the input. Of a request with an idempotency key
 * it is the only one, and happens once (IDEM-1).
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

/** A write after which keys, roles, memberships or projects may mean something else. */
export async function writeIdentity<T>(
  ctx: WriteContext & Pick<Context, 'credentials'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await writeStore(ctx, work)
  ctx.credentials.lookAgain()
  return result
}

/**
 * {@link writeIdentity} for one that takes credentials away: what was known of them does not come back when the store is
 * away a moment later (OUT-15).
 */
export async function takeCredentials<T>(
  ctx: WriteContext & Pick<Context, 'credentials'>,
  isGone: (actor: Actor) => boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return forgetCredentials(ctx, isGone, (done) => writeStore(ctx, async (tx) => done(await work(tx))))
}

/** {@link takeCredentials} by a write of another kind, whose work hands what it answers to `done` at its end. */
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
    // Where the connection broke during the commit, nobody knows whether it was kept (OUT-4).
    if (mayBeKept) credentials.forget(isGone)
    throw error
  }
}

/** What a request with an idempotency key is for. */
function placeOf({ project, organization }: WriteContext): RequestPlace {
  if (project) return { organizationId: project.organizationId, projectId: project.id }
  if (organization) return { organizationId: organization.id, projectId: null }
  throw new Error('a request with an idempotency key must be for a project or an organization')
}

/**
 * Runs several operations as one: all that they write is kept, or nothing when `work` rejects. Others wait meanwhile,
 * as for every change of the project, and hear of it once. `work` gets the context to call the operations with; like
 * all that writes, it may run again. None of them takes credentials away ({@link takeCredentials}).
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
      return { result, last: last as ProjectChange | undefined } // assigned in the meantime
    },
    options,
  )
  ctx.credentials.lookAgain()
  if (last) await announce(ctx, last, undefined)
  return result
}

/**
 * The result of an earlier {@link writeTogether} or {@link storeResult} of the same request, for an operation that
 * prepares much before it writes.
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

/** The parts of a write that {@link storeResult} has announced; undefined when all of them were written (IDEM-16). */
export async function claimParts(ctx: ProjectContext): Promise<PartClaim | undefined> {
  return ctx.idempotency?.claim(ctx.store, placeOf(ctx))
}
