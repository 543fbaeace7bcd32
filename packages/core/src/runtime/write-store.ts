import type { Organization } from '../data/records/organization.ts'
import type { Project } from '../data/records/project.ts'
import type { Transaction, WriteOptions } from '../data/store.ts'
import type { Context } from './context.ts'
import type { RequestPlace } from './idempotency/idempotent-request.ts'
import { explainUniqueViolation } from './unique-rules.ts'

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
  ctx: WriteContext & Pick<Context, 'grants'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await writeStore(ctx, work)
  ctx.grants.clear()
  return result
}

function placeOf({ project, organization }: WriteContext): RequestPlace {
  if (project) return { organizationId: project.organizationId, projectId: project.id }
  if (organization) return { organizationId: organization.id, projectId: null }
  throw new Error('a request with an idempotency key must be for a project or an organization')
}
