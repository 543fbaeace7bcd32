import type { ProjectAccess } from '../access/project-access.ts'
import type { Context } from '../context.ts'
import { isAdmin } from './membership.ts'
import type { Project } from './project.ts'

/** A project as a caller sees it: the secret token is for those who may replace it. */
export type ProjectView = Omit<Project, 'secretApiToken'> & { readonly secretApiToken: string | null }

export function projectView(ctx: Pick<Context, 'actor'>, access: ProjectAccess, project: Project): ProjectView {
  const isManager = ctx.actor.type === 'system' || (access.membership !== null && isAdmin(access.membership))
  return isManager ? project : { ...project, secretApiToken: null }
}
