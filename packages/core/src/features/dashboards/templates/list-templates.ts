import { type DashboardTemplate, TEMPLATE_SCOPES } from '../../../data/records/dashboard-template.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import {
  booleanFilter,
  choiceFilter,
  refuseOtherThanText,
  searchNeedle,
} from '../../../foundation/validation/list-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from './built-in-templates.ts'
import { TEMPLATE_JSON_SCHEMA } from './template-schema.ts'
import { templatesInParts } from './templates-in-parts.ts'

/** A template of the project, or a built-in one. */
export type AnyTemplate = DashboardTemplate | BuiltInTemplate

/** The filters of the template list as clients send them: all text, all optional. */
export interface TemplateListFilters {
  /** Part of the name, the description or a tag. */
  readonly search?: string | undefined
  readonly scope?: string | undefined
  readonly isFeatured?: string | undefined
  /** `template_name`; with a leading minus in reverse order. */
  readonly ordering?: string | undefined
}

/** Lists the templates of the project and the built-in ones, by name. */
export async function listTemplates(
  ctx: ProjectContext,
  filters: TemplateListFilters,
  page: PageRequest,
): Promise<Page<AnyTemplate>> {
  return templatePages(ctx, filters)(page)
}

/**
 * Like {@link listTemplates}, for callers that read a list in parts. The templates are found once, and each part reads
 * only its own templates, so a list takes time in proportion to its length (DASH-99).
 */
export function templatePages(
  ctx: ProjectContext,
  filters: TemplateListFilters,
): (page: PageRequest) => Promise<Page<AnyTemplate>> {
  authorize(ctx.actor, 'dashboard:read')
  let found: Promise<readonly FoundTemplate[]> | undefined
  return async ({ limit, offset }) => {
    found ??= findTemplates(ctx, filters)
    const all = await found
    const part = all.slice(offset, offset + limit)
    const ids = part.filter((each) => !('tiles' in each)).map(({ id }) => id)
    const own =
      ids.length === 0 ? [] : await ctx.store.read((tx) => tx.dashboardTemplates.findMany(ctx.project.id, ids))
    const byId = new Map(own.map((template) => [template.id, template]))
    return { count: all.length, items: part.flatMap((each) => ('tiles' in each ? each : (byId.get(each.id) ?? []))) }
  }
}

/** A template of the project, whose documents are read only for the listed page, or a built-in one. */
type FoundTemplate = Pick<AnyTemplate, 'id' | 'templateName'> | BuiltInTemplate

async function findTemplates(ctx: ProjectContext, filters: TemplateListFilters): Promise<readonly FoundTemplate[]> {
  refuseOtherThanText(filters)
  const { isOfKind, hasText } = matchers(filters)
  const ordering = choiceFilter('ordering', filters.ordering, ['template_name', '-template_name'])
  const own = await ctx.store.read(async (tx) => {
    if (!hasText) return (await tx.dashboardTemplates.listOutlines(ctx.project.id)).filter(isOfKind)
    const matching: FoundTemplate[] = []
    for await (const part of templatesInParts(tx, ctx.project.id, isOfKind)) {
      matching.push(...part.filter(hasText).map(({ id, templateName }) => ({ id, templateName })))
    }
    return matching
  })
  const builtIn = BUILT_IN_TEMPLATES.filter((each) => isOfKind(each) && (hasText?.(each) ?? true))
  const found = [...own, ...builtIn].sort(byName)
  return ordering === '-template_name' ? found.reverse() : found
}

/** Returns one live template. */
export async function retrieveTemplate(ctx: ProjectContext, templateId: string): Promise<AnyTemplate> {
  authorize(ctx.actor, 'dashboard:read')
  const id = templateId.toLowerCase()
  const builtIn = BUILT_IN_TEMPLATES.find((each) => each.id === id)
  if (builtIn) return builtIn
  const template = await ctx.store.read((tx) => tx.dashboardTemplates.find(ctx.project.id, id))
  if (!template || template.deleted) throw recordNotFound('Template', templateId, ctx)
  return template
}

/** Returns the JSON Schema of dashboard templates, which is the same for every project. */
export function retrieveTemplateSchema(ctx: ProjectContext): typeof TEMPLATE_JSON_SCHEMA {
  authorize(ctx.actor, 'dashboard:read')
  return TEMPLATE_JSON_SCHEMA
}

/**
 * Returns the conditions for templates. `hasText` is undefined without a search, in which case no documents are read.
 */
function matchers(filters: TemplateListFilters) {
  const scope = choiceFilter('scope', filters.scope, TEMPLATE_SCOPES)
  const search = searchNeedle(filters.search)
  const isFeatured = booleanFilter('isFeatured', filters.isFeatured)
  const isOfKind = (template: Pick<AnyTemplate, 'scope' | 'isFeatured'>) =>
    (!scope || template.scope === scope) && (isFeatured === undefined || template.isFeatured === isFeatured)
  const textOf = ({ templateName, dashboardDescription, tags }: AnyTemplate) =>
    [templateName, dashboardDescription, ...tags].join('\n').toLowerCase()
  return {
    isOfKind,
    hasText: search === undefined ? undefined : (template: AnyTemplate) => textOf(template).includes(search),
  }
}

function byName(a: FoundTemplate, b: FoundTemplate): number {
  const [left, right] = [a.templateName.toLowerCase(), b.templateName.toLowerCase()]
  if (left !== right) return left < right ? -1 : 1
  return a.id < b.id ? -1 : 1
}
