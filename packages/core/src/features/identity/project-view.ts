import { isAdmin } from '../../data/records/membership.ts'
import type { Project } from '../../data/records/project.ts'
import { isAllowed } from '../../runtime/access/authorize.ts'
import type { ProjectAccess } from '../../runtime/access/project-access.ts'
import type { Context } from '../../runtime/context.ts'

/** A project as a caller sees it. The secret token is visible only to callers who may replace it (PROJ-9). */
export type ProjectView = Omit<Project, 'secretApiToken'> & { readonly secretApiToken: string | null }

export function projectView(ctx: Pick<Context, 'actor'>, access: ProjectAccess, project: Project): ProjectView {
  return mayReplaceToken(ctx, access) ? project : { ...project, secretApiToken: null }
}

function mayReplaceToken({ actor }: Pick<Context, 'actor'>, { membership }: ProjectAccess): boolean {
  if (actor.type === 'system') return true
  return membership !== null && isAdmin(membership) && isAllowed(actor, 'project:write')
}
