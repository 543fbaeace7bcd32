import { userOf } from '../../../data/records/actor.ts'
import type { DashboardTemplate } from '../../../data/records/dashboard-template.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput, permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { notUnique } from '../../../runtime/unique-rules.ts'
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts'
import { checkTemplate } from './check-template.ts'
import { templateDocument } from './template-document.ts'
import {
  type CheckedTemplateInput,
  type CreateTemplateInput,
  checkCreateTemplate,
  checkUpdateTemplate,
  type UpdateTemplateInput,
} from './template-input.ts'

/** The maximum number of live templates in a project, because lists read all of them. */
const MAX_TEMPLATES_PER_PROJECT = 200

/** Stores a template in the project. */
export async function createTemplate(ctx: ProjectContext, input: CreateTemplateInput): Promise<DashboardTemplate> {
  authorize(ctx.actor, 'dashboard:write')
  const template = newTemplate(ctx, checkCreateTemplate(input))
  checkTemplate(templateDocument(template), '')
  return writeStore(ctx, async (tx) => {
    await holdTemplates(tx, ctx)
    await refuseTakenName(tx, template)
    await refuseTooMany(tx, ctx)
    await tx.dashboardTemplates.insert(template)
    return template
  })
}

/** Changes a template of the project: missing fields stay unchanged, `deleted` deletes and restores. */
export async function updateTemplate(
  ctx: ProjectContext,
  templateId: string,
  input: UpdateTemplateInput,
): Promise<DashboardTemplate> {
  authorize(ctx.actor, 'dashboard:write')
  const id = templateId.toLowerCase()
  if (BUILT_IN_TEMPLATES.some((each) => each.id === id)) {
    throw permissionDenied("You don't have edit permissions for this dashboard template.")
  }
  const sent = checkUpdateTemplate(input)
  return writeStore(ctx, async (tx) => {
    await holdTemplates(tx, ctx)
    const before = await tx.dashboardTemplates.find(ctx.project.id, id)
    if (!before || (before.deleted && sent.deleted !== false)) throw recordNotFound('Template', templateId, ctx)
    const next: DashboardTemplate = { ...before, ...sent }
    checkTemplate(templateDocument(next), '', sent.tiles === undefined)
    await refuseTakenName(tx, next)
    if (before.deleted) await refuseTooMany(tx, ctx)
    await tx.dashboardTemplates.update(next)
    return next
  })
}

/** Locks the project: templates have no separate lock. */
async function holdTemplates(tx: Transaction, ctx: ProjectContext): Promise<void> {
  await authorizeMember(tx, ctx)
  await tx.projects.lock(ctx.project.id)
}

function newTemplate(
  ctx: ProjectContext,
  fields: CheckedTemplateInput & { readonly templateName: string },
): DashboardTemplate {
  return {
    dashboardDescription: '',
    dashboardFilters: {},
    tags: [],
    tiles: [],
    variables: [],
    imageUrl: null,
    scope: 'team',
    isFeatured: false,
    deleted: false,
    ...fields,
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    createdBy: userOf(ctx.actor),
    createdAt: timestampOf(ctx.clock()),
  }
}

async function refuseTakenName(tx: Transaction, { id, projectId, templateName, deleted }: DashboardTemplate) {
  const holder = deleted ? undefined : await tx.dashboardTemplates.findLiveByName(projectId, templateName)
  if (!holder || holder.id === id) return
  throw invalidInput([notUnique('dashboard_templates_live_name')])
}

async function refuseTooMany(tx: Transaction, ctx: ProjectContext): Promise<void> {
  if ((await tx.dashboardTemplates.countLive(ctx.project.id)) < MAX_TEMPLATES_PER_PROJECT) return
  const detail = `A project can have at most ${MAX_TEMPLATES_PER_PROJECT} dashboard templates.`
  throw invalidInput([violation(null, 'invalid_input', detail)])
}
