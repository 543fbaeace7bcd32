import type { DashboardTemplate } from '../../../data/records/dashboard-template.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { booleanWord, searchNeedle } from '../../../foundation/validation/list-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from './built-in-templates.ts'
import { TEMPLATE_JSON_SCHEMA } from './template-schema.ts'

/** A template of the project, or one that comes with this service. */
export type AnyTemplate = DashboardTemplate | BuiltInTemplate

/** The filters of the template list as clients send them: all text, all optional. */
export interface TemplateListFilters {
  /** Part of the name, the description or a tag. */
  readonly search?: string | undefined
  readonly scope?: string | undefined
  readonly isFeatured?: string | undefined
  /** `template_name`, or with a minus in front the other way round. */
  readonly ordering?: string | undefined
}

/** Lists the templates of the project together with those that come with this service, by name. */
export async function listTemplates(
  ctx: ProjectContext,
  filters: TemplateListFilters,
  { limit, offset }: PageRequest,
): Promise<Page<AnyTemplate>> {
  authorize(ctx.actor, 'dashboard:read')
  const matches = matcher(filters)
  const own = await ctx.store.read((tx) => tx.dashboardTemplates.list(ctx.project.id))
  const found = [...own, ...BUILT_IN_TEMPLATES].filter(matches).sort(byName)
  if (filters.ordering === '-template_name') found.reverse()
  return { count: found.length, items: found.slice(offset, offset + limit) }
}

/** Reads one live template. */
export async function retrieveTemplate(ctx: ProjectContext, templateId: string): Promise<AnyTemplate> {
  authorize(ctx.actor, 'dashboard:read')
  const id = templateId.toLowerCase()
  const builtIn = BUILT_IN_TEMPLATES.find((each) => each.id === id)
  if (builtIn) return builtIn
  const template = await ctx.store.read((tx) => tx.dashboardTemplates.find(ctx.project.id, id))
  if (!template || template.deleted) throw recordNotFound('Template', templateId, ctx)
  return template
}

/** What a template has to look like, as JSON Schema; the same for every project. */
export function retrieveTemplateSchema(ctx: ProjectContext): typeof TEMPLATE_JSON_SCHEMA {
  authorize(ctx.actor, 'dashboard:read')
  return TEMPLATE_JSON_SCHEMA
}

function matcher(filters: TemplateListFilters): (template: AnyTemplate) => boolean {
  const search = searchNeedle(filters.search)
  const isFeatured = booleanWord(filters.isFeatured)
  return ({ templateName, dashboardDescription, tags, scope, ...template }) => {
    if (filters.scope && scope !== filters.scope) return false
    if (isFeatured !== undefined && template.isFeatured !== isFeatured) return false
    return (
      search === undefined || [templateName, dashboardDescription, ...tags].join('\n').toLowerCase().includes(search)
    )
  }
}

function byName(a: AnyTemplate, b: AnyTemplate): number {
  const [left, right] = [a.templateName.toLowerCase(), b.templateName.toLowerCase()]
  if (left !== right) return left < right ? -1 : 1
  return a.id < b.id ? -1 : 1
}
