import type { DashboardTemplate } from '../data/records/dashboard-template.ts'
import { createTemplate, updateTemplate } from '../features/dashboards/templates/change-template.ts'
import {
  type AnyTemplate,
  listTemplates,
  retrieveTemplate,
  retrieveTemplateSchema,
  type TemplateListFilters,
} from '../features/dashboards/templates/list-templates.ts'
import type { CreateTemplateInput, UpdateTemplateInput } from '../features/dashboards/templates/template-input.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The dashboard templates that a project stores, and the built-in ones. */
export interface EmbeddedTemplates {
  /** Creates a template of the project. */
  create(input: CreateTemplateInput): Promise<DashboardTemplate>
  /** Returns a template by its id. */
  get(templateId: string): Promise<AnyTemplate>
  /** Lists the templates of the project and the built-in ones. */
  list(filters?: TemplateListFilters, page?: Partial<PageRequest>): Promise<Page<AnyTemplate>>
  /** Updates the given fields of a template. */
  update(templateId: string, input: UpdateTemplateInput): Promise<DashboardTemplate>
  /** Soft-deletes a template; `restore` reverts this. */
  delete(templateId: string): Promise<DashboardTemplate>
  /** Restores a deleted template. */
  restore(templateId: string): Promise<DashboardTemplate>
  /** Returns the JSON Schema of a template. */
  schema(): ReturnType<typeof retrieveTemplateSchema>
}

const OPTIONS = {
  list: [
    fieldNames<TemplateListFilters>({ search: true, scope: true, isFeatured: true, ordering: true }),
    PAGE_OPTIONS,
  ],
} satisfies Parameters<typeof withKnownOptions<EmbeddedTemplates>>[2]

/** Binds the template operations to a project. */
export function embeddedTemplates(ctx: ProjectContext): EmbeddedTemplates {
  const methods: EmbeddedTemplates = {
    create: (input) => createTemplate(ctx, input),
    get: (templateId) => retrieveTemplate(ctx, templateId),
    list: (filters = {}, page) => listTemplates(ctx, filters, pageRequest(page)),
    update: (templateId, input) => updateTemplate(ctx, templateId, input),
    delete: (templateId) => updateTemplate(ctx, templateId, { deleted: true }),
    restore: (templateId) => updateTemplate(ctx, templateId, { deleted: false }),
    schema: () => retrieveTemplateSchema(ctx),
  }
  return withKnownOptions('dashboards.templates', methods, OPTIONS)
}
