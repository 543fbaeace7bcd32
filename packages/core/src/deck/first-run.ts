import type { Project } from '../data/records/project.ts'
import type { Transaction } from '../data/store.ts'
import { DEFAULT_PROJECT_NAME } from '../features/identity/new-project.ts'
import { DomainError, notFound, permissionDenied } from '../foundation/errors/domain-error.ts'
import { writeIdentity } from '../runtime/change-project.ts'
import type { Context } from '../runtime/context.ts'
import type { BootstrapMember, BootstrapProject } from './bootstrap-document/bootstrap.ts'
import { ensureMember, ensureOrganization } from './make-bootstrap.ts'

const ORGANIZATION_NAME = 'My organization'

/** The records that a first start created. The value of the key is returned only here. */
export interface FirstRun {
  readonly project: Project
  readonly personalApiKey: string
}

/**
 * Creates an organization, a project, an owner and a personal API key with all permissions on an empty database.
 * Returns undefined if the database is not empty, or if another instance was first.
 */
export async function firstRun(ctx: Context): Promise<FirstRun | undefined> {
  const value = ctx.ids.secret('phx_')
  const made = await makeDefaults(ctx, [ownerWithKey(value)])
  return made && { project: made, personalApiKey: value }
}

/**
 * Creates the owner of the default organization, and a personal API key with all permissions. It is for applications
 * that serve the API in their own process. Also creates the organization and the project if there are none. Returns
 * undefined if the organization has a member already: across all instances and starts, one call receives the key
 * (BOOT-8).
 */
export async function createFirstKey(ctx: Context): Promise<FirstRun | undefined> {
  if (ctx.actor.type !== 'system') throw permissionDenied('Only the system can create the first key.')
  await defaultProject(ctx)
  const value = ctx.ids.secret('phx_')
  const project = await onlyOnce(() => writeIdentity(ctx, (tx) => addFirstOwner(tx, ctx, ownerWithKey(value))))
  return project && { project, personalApiKey: value }
}

/** Creates the owner in the organization of the first project; returns undefined if that has a member. */
async function addFirstOwner(tx: Transaction, ctx: Context, owner: BootstrapMember): Promise<Project | undefined> {
  const project = await tx.projects.first()
  const organization = project && (await tx.organizations.lock(project.organizationId))
  if (!organization) throw notFound('There is no project yet: start the server once, or apply a bootstrap document.')
  const { count } = await tx.memberships.list(organization.id, { limit: 1, offset: 0 })
  if (count > 0) return undefined
  await ensureMember(tx, ctx, organization, owner)
  return project
}

function ownerWithKey(value: string): BootstrapMember {
  return {
    email: 'owner@flagdeck.local',
    firstName: 'Owner',
    lastName: '',
    level: 'owner',
    apiKeys: [{ label: 'First start', value, scopes: ['*'], expiresAt: null }],
  }
}

/**
 * Returns the project of an embedding application that names none: the first one, which is created if there is none.
 */
export async function defaultProject(ctx: Context): Promise<Project> {
  await makeDefaults(ctx, [])
  return firstProject(ctx)
}

/** Returns the project if this call created it: of several instances, only one does. */
async function makeDefaults(ctx: Context, members: readonly BootstrapMember[]): Promise<Project | undefined> {
  if (await ctx.store.read((tx) => tx.organizations.any())) return undefined
  return onlyOnce(() =>
    writeIdentity(ctx, async (tx) => {
      if (await tx.organizations.any()) return undefined
      const [project] = await ensureOrganization(tx, ctx, { ...defaultOrganizationFields, members })
      return project
    }),
  )
}

async function onlyOnce<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    // Another instance initialized the same database first.
    if (error instanceof DomainError && error.code === 'unique') return undefined
    throw error
  }
}

const defaultProjectFields: BootstrapProject = {
  name: DEFAULT_PROJECT_NAME,
  timezone: 'UTC',
  groupTypes: [],
  eventsAddGroupTypes: false,
  propertyMatchingVersion: 2,
  flags: [],
}

const defaultOrganizationFields = {
  name: ORGANIZATION_NAME,
  defaultFlagAccessLevel: null,
  roles: [],
  projects: [defaultProjectFields],
}

async function firstProject(ctx: Context): Promise<Project> {
  const project = await ctx.store.read((tx) => tx.projects.first())
  if (!project) throw notFound('There is no project yet: start the server once, or apply a bootstrap document.')
  return project
}

/** Returns the id of the default organization: the user's own, or for the system, which belongs to none, the first. */
export async function ownOrganization(ctx: Context): Promise<string> {
  return ctx.actor.type === 'system' ? (await defaultProject(ctx)).organizationId : '@current'
}
