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

/** The templates of dashboards that a project keeps, and those that come with this service. */
export interface EmbeddedTemplates {
  create(input: CreateTemplateInput): Promise<DashboardTemplate>
  get(templateId: string): Promise<AnyTemplate>
  list(filters?: TemplateListFilters, page?: Partial<PageRequest>): Promise<Page<AnyTemplate>>
  update(templateId: string, input: UpdateTemplateInput): Promise<DashboardTemplate>
  /** Soft: `restore` brings the template back. */
  delete(templateId: string): Promise<DashboardTemplate>
  restore(templateId: string): Promise<DashboardTemplate>
  /** Retrieve the JSON Schema of dashboard templates. */
  schema(): ReturnType<typeof retrieveTemplateSchema>
}

const OPTIONS = {
  list: [
    fieldNames<TemplateListFilters>({ search: true, scope: true, isFeatured: true, ordering: true }),
    PAGE_OPTIONS,
  ],
} satisfies Parameters<typeof withKnownOptions<EmbeddedTemplates>>[2]

/** Binds the operations on templates to a project. */
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
