import type { UserActor } from '../../data/records/actor.ts'
import type { Organization } from '../../data/records/organization.ts'
import type { Project } from '../../data/records/project.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { loadAccess, loadStanding } from '../../runtime/access/project-access.ts'
import { noProjectAccess, organizationNotFound, projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { Context, OrganizationContext, ProjectContext } from '../../runtime/context.ts'
import { unknownToken } from './authenticate.ts'

/** A project: its id, its public token, or `@current` for the caller's own. */
export type ProjectReference = number | '@current' | { readonly token: string }

/**
 * Opens a project, if it exists and the actor has access to it (PROJ-1 to PROJ-4).
 * @param within the only organization whose projects are found (PROJ-12); missing for all
 */
export async function openProject(ctx: Context, reference: ProjectReference, within?: string): Promise<ProjectContext> {
  return ctx.store.read(async (tx) => {
    const project = await findProject(tx, ctx, reference)
    if (!project && typeof reference === 'object') throw unknownToken(reference.token)
    if (!project || (within ?? project.organizationId) !== project.organizationId) {
      throw projectNotFound(typeof reference === 'number' ? reference : undefined)
    }
    const [organization, standing] = await allInOrder([
      requireOrganization(tx, project.organizationId),
      loadStanding(tx, project.organizationId, ctx.actor),
    ])
    refuseStranger(ctx, project, standing.membership !== null)
    return { ...ctx, project, access: { organization, ...standing } }
  })
}

/** Opens an organization by its id, or with `@current` the caller's own. */
export async function openOrganization(ctx: Context, reference: string): Promise<OrganizationContext> {
  return ctx.store.read(async (tx) => {
    const id = reference === '@current' ? await currentOrganizationId(tx, ctx) : reference.toLowerCase()
    const organization = id === undefined ? undefined : await tx.organizations.find(id)
    if (!organization) throw organizationNotFound(id)
    const access = await loadAccess(tx, organization, ctx.actor)
    if (ctx.actor.type !== 'system' && !access.membership) {
      throw permissionDenied("You don't have access to the organization.")
    }
    refuseForeignKey(ctx, organization.id)
    return { ...ctx, organization, access }
  })
}

async function findProject(
  tx: ReadTransaction,
  ctx: Context,
  reference: ProjectReference,
): Promise<Project | undefined> {
  if (typeof reference === 'number') return Number.isSafeInteger(reference) ? tx.projects.find(reference) : undefined
  return reference === '@current' ? currentProject(tx, ctx) : tx.projects.findByApiToken(reference.token)
}

/**
 * Returns the default project of a caller: the first that its key is bound to, or else the first that it has access to
 * (PROJ-3).
 */
async function currentProject(tx: ReadTransaction, { actor }: Context): Promise<Project | undefined> {
  if (actor.type === 'project_secret') return tx.projects.find(actor.projectId)
  if (actor.type === 'system') return undefined
  const [bound] = actor.key?.scopedProjectIds ?? []
  if (bound !== undefined) return tx.projects.find(bound)
  const { items } = await tx.projects.list(await reachableOrganizationIds(tx, actor), { limit: 1, offset: 0 })
  return items[0]
}

async function currentOrganizationId(tx: ReadTransaction, ctx: Context): Promise<string | undefined> {
  const project = await currentProject(tx, ctx)
  if (project || ctx.actor.type !== 'user') return project?.organizationId
  const [first] = await reachableOrganizationIds(tx, ctx.actor)
  return first
}

/** Returns the organizations that the user belongs to and the key gives access to, in the order of joining. */
export async function reachableOrganizationIds(
  tx: ReadTransaction,
  { user, key }: UserActor,
): Promise<readonly string[]> {
  const ids = (await tx.memberships.ofUser(user.id)).map((membership) => membership.organizationId)
  const scoped = key?.scopedOrganizationIds
  return scoped ? ids.filter((id) => scoped.includes(id)) : ids
}

async function requireOrganization(tx: ReadTransaction, organizationId: string): Promise<Organization> {
  const organization = await tx.organizations.find(organizationId)
  if (!organization) throw organizationNotFound()
  return organization
}

function refuseStranger(ctx: Context, project: Project, isMember: boolean): void {
  const { actor } = ctx
  if (actor.type === 'system') return
  if (actor.type === 'project_secret') {
    if (actor.projectId !== project.id) throw noProjectAccess()
    return
  }
  if (!isMember) throw noProjectAccess()
  if (actor.key?.scopedProjectIds && !actor.key.scopedProjectIds.includes(project.id)) {
    throw permissionDenied(`API key does not have access to the requested project: ID ${project.id}.`)
  }
  refuseForeignKey(ctx, project.organizationId)
}

function refuseForeignKey({ actor }: Context, organizationId: string): void {
  const scoped = actor.type === 'user' ? actor.key?.scopedOrganizationIds : null
  if (!scoped || scoped.includes(organizationId)) return
  throw permissionDenied(`API key does not have access to the requested organization: ID ${organizationId}.`)
}
