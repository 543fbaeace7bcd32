import type { Project } from '../../data/records/project.ts'
import { USUAL_STALENESS } from '../../data/records/staleness.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../runtime/access/authorize-admin.ts'
import { refuseDeadKey } from '../../runtime/access/refuse-dead-key.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import { DEFAULT_PROJECT_NAME, newProject } from './new-project.ts'
import { projectCreated } from './project-activity.ts'
import { type CreateProjectInput, createProjectSchema } from './project-input.ts'

/** Creates a project. Its default name is `Default project`, as clients expect. */
export async function createProject(ctx: OrganizationContext, input: CreateProjectInput): Promise<Project> {
  authorize(ctx.actor, 'project:write')
  const {
    name = DEFAULT_PROJECT_NAME,
    timezone = 'UTC',
    eventsAddGroupTypes = false,
    staleness,
  } = parseInput(createProjectSchema, input)
  const project = newProject(ctx, {
    organizationId: ctx.organization.id,
    name,
    timezone,
    eventsAddGroupTypes,
    staleness: { ...USUAL_STALENESS, ...staleness },
  })
  const created = await writeIdentity(ctx, async (tx) => {
    await refuseDeadKey(tx, ctx.actor)
    await authorizeOrganizationAdmin(tx, ctx)
    const inserted = await tx.projects.insert(project)
    await tx.activity.append(projectCreated(ctx, inserted))
    return inserted
  })
  ctx.snapshots.forgetUnknownTokens()
  return created
}
