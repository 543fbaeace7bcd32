import type { Project } from '../data/records/project.ts'
import type { Transaction } from '../data/store.ts'
import { DEFAULT_PROJECT_NAME } from '../features/identity/new-project.ts'
import { DomainError, notFound, permissionDenied } from '../foundation/errors/domain-error.ts'
import { writeIdentity } from '../runtime/change-project.ts'
import type { Context } from '../runtime/context.ts'
import type { BootstrapMember, BootstrapProject } from './bootstrap-document/bootstrap.ts'
import { ensureMember, ensureOrganization } from './make-bootstrap.ts'

const ORGANIZATION_NAME = 'My organization'

/** What a first start made; the key's value is never seen again. */
export interface FirstRun {
  readonly project: Project
  readonly personalApiKey: string
}

/**
 * On an empty database, makes an organization, a project, an owner and a personal API key that may do everything;
 * undefined when there was anything already, or when another instance was first.
 */
export async function firstRun(ctx: Context): Promise<FirstRun | undefined> {
  const value = ctx.ids.secret('phx_')
  const made = await makeDefaults(ctx, [ownerWithKey(value)])
  return made && { project: made, personalApiKey: value }
}

/**
 * For an application that serves the API out of its own process: makes the owner of the default organization and its
 * personal API key, which may do everything, and the organization and project too when there are none. Undefined when
 * the organization has a member already: of several instances, and over all starts, one call learns the key (BOOT-8).
 */
export async function createFirstKey(ctx: Context): Promise<FirstRun | undefined> {
  if (ctx.actor.type !== 'system') throw permissionDenied('Only the system can create the first key.')
  await defaultProject(ctx)
  const value = ctx.ids.secret('phx_')
  const project = await onlyOnce(() => writeIdentity(ctx, (tx) => addFirstOwner(tx, ctx, ownerWithKey(value))))
  return project && { project, personalApiKey: value }
}

/** Makes the owner in the organization of the first project; undefined when that has anybody. */
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

/** The project that an embedding application gets when it names none: the first there is, made when there is none. */
export async function defaultProject(ctx: Context): Promise<Project> {
  await makeDefaults(ctx, [])
  return firstProject(ctx)
}

/** Answers the project when this call made it: of several instances, one does. */
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
    // Another instance looked at the same database and was faster.
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

/** The id of the organization that is meant where none is named: the user's own; the system belongs to none. */
export async function ownOrganization(ctx: Context): Promise<string> {
  return ctx.actor.type === 'system' ? (await defaultProject(ctx)).organizationId : '@current'
}
