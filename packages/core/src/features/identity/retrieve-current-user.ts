import { userOf } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import type { User } from '../../data/records/user.ts'
import { DomainError, notFound } from '../../foundation/errors/domain-error.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { Context } from '../../runtime/context.ts'
import { everyOrganization } from './list-organizations.ts'
import { openProject } from './open-project.ts'
import { type ProjectView, projectView } from './project-view.ts'
import type { OrganizationDetails } from './retrieve-organization.ts'

/** The caller, and what `@current` stands for in its requests. */
export interface CurrentUser {
  readonly user: User
  /** The organizations that the caller's key gives access to. */
  readonly organizations: readonly OrganizationDetails[]
  readonly organization: OrganizationDetails | undefined
  readonly project: ProjectView | undefined
}

/** Returns the caller, with the organizations and the current project. */
export async function retrieveCurrentUser(ctx: Context): Promise<CurrentUser> {
  authorize(ctx.actor, 'user:read')
  const user = userOf(ctx.actor)
  if (!user) throw notFound()
  const organizations = await everyOrganization(ctx)
  const project = await currentProject(ctx)
  const organization = organizations.find(({ id }) => id === project?.organizationId) ?? organizations[0]
  return { user, organizations, organization, project }
}

/** Returns the key of the request. */
export async function retrievePersonalApiKey(ctx: Context): Promise<PersonalApiKey> {
  const { actor } = ctx
  const keys = actor.type === 'user' ? await ctx.store.read((tx) => tx.personalApiKeys.list(actor.user.id)) : []
  const key = keys.find(({ id }) => actor.type === 'user' && id === actor.key?.id)
  if (!key) throw notFound()
  return key
}

async function currentProject(ctx: Context): Promise<ProjectView | undefined> {
  try {
    const { access, project } = await openProject(ctx, '@current')
    return projectView(ctx, access, project)
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return undefined
    throw error
  }
}
