import type { Context } from '../context.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { writeIdentity } from '../write-store.ts'
import { ensureOrganization } from './apply-bootstrap.ts'
import type { BootstrapMember, BootstrapProject } from './bootstrap.ts'
import type { Project } from './project.ts'

const ORGANIZATION_NAME = 'My organization'
const PROJECT_NAME = 'Default project'

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
  const made = await makeDefaults(ctx, [
    {
      email: 'owner@flagdeck.local',
      firstName: 'Owner',
      lastName: '',
      level: 'owner',
      apiKeys: [{ label: 'First start', value, scopes: ['*'], expiresAt: null }],
    },
  ])
  return made && { project: made, personalApiKey: value }
}

/** The project that an embedding application gets when it names none: the first there is, made when there is none. */
export async function defaultProject(ctx: Context): Promise<Project> {
  await makeDefaults(ctx, [])
  return firstProject(ctx)
}

/** Answers the project when this call made it: of several instances, one does. */
async function makeDefaults(ctx: Context, members: readonly BootstrapMember[]): Promise<Project | undefined> {
  if (await ctx.store.read((tx) => tx.organizations.any())) return undefined
  try {
    return await writeIdentity(ctx, async (tx) => {
      if (await tx.organizations.any()) return undefined
      const [project] = await ensureOrganization(tx, ctx, { ...defaultOrganizationFields, members })
      return project
    })
  } catch (error) {
    // Another instance looked at the same empty database and was faster.
    if (error instanceof DomainError && error.code === 'unique') return undefined
    throw error
  }
}

const defaultProjectFields: BootstrapProject = {
  name: PROJECT_NAME,
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
  if (!project) throw notFound('There is no project yet.')
  return project
}
