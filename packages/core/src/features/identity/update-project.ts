import { type Project, TOKEN_PREFIXES } from '../../data/records/project.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeAdmin } from '../../runtime/access/authorize-admin.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { refuseDeadKey } from '../../runtime/access/refuse-dead-key.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import { changeProject, forgetCredentials } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { bySecretOf, type CameBy } from './credentials-of.ts'
import { saveProject } from './project-activity.ts'
import { type UpdateProjectInput, updateProjectSchema } from './project-input.ts'

/** Changes the settings of a project. */
export async function updateProject(ctx: ProjectContext, input: UpdateProjectInput): Promise<Project> {
  authorize(ctx.actor, 'project:write')
  const fields = parseInput(updateProjectSchema, input)
  return replaceProject(ctx, (project) => ({
    ...project,
    name: fields.name ?? project.name,
    timezone: fields.timezone ?? project.timezone,
    eventsAddGroupTypes: fields.eventsAddGroupTypes ?? project.eventsAddGroupTypes,
    staleness: { ...project.staleness, ...fields.staleness },
  }))
}

/** Replaces the public token of the project; SDKs with the old token are refused from then on. */
export async function rotateApiToken(ctx: ProjectContext): Promise<Project> {
  authorize(ctx.actor, 'project:write')
  const apiToken = ctx.ids.secret(TOKEN_PREFIXES.apiToken)
  return replaceProject(ctx, (project) => ({ ...project, apiToken }))
}

/** Replaces the secret token of the project; servers with the old token are refused from then on. */
export async function rotateSecretApiToken(ctx: ProjectContext): Promise<Project> {
  authorize(ctx.actor, 'project:write')
  const secretApiToken = ctx.ids.secret(TOKEN_PREFIXES.secretApiToken)
  return replaceProject(ctx, (project) => ({ ...project, secretApiToken }), bySecretOf(ctx.project))
}

/** Requires a current admin of the organization. `isGone` matches the actors with a token that is replaced. */
async function replaceProject(
  ctx: ProjectContext,
  change: (project: Project) => Project,
  isGone: CameBy = () => false,
): Promise<Project> {
  const changed = await forgetCredentials(ctx, isGone, (done) =>
    changeProject(ctx, async (tx, version) => {
      await refuseDeadKey(tx, ctx.actor)
      authorizeAdmin({ actor: ctx.actor, access: await authorizeMember(tx, ctx) })
      const project = await tx.projects.find(ctx.project.id)
      if (!project) throw projectNotFound()
      const next = change(project)
      await saveProject(tx, ctx, project, next)
      return done({ ...next, version })
    }),
  )
  ctx.snapshots.forgetUnknownTokens()
  return changed
}
