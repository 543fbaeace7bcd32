import type {
  AnyTemplate,
  CreateFromTemplateInput,
  CreateTemplateInput,
  TemplateDocument,
  TemplateListFilters,
  UpdateTemplateInput,
} from '@flagdeck/core/operations'
import {
  createFromTemplateSchema,
  createTemplateSchema,
  formatTimestamp,
  TEMPLATE_JSON_SCHEMA,
  TEMPLATE_SCOPES,
  updateTemplateSchema,
} from '@flagdeck/core/operations'
import * as z from 'zod'
import { dashboardSchema } from './dashboard.ts'
import { document } from './insight.ts'
import type { OnWire } from './naming.ts'
import { pageQuery, switchText } from './page.ts'
import { fieldsOf, requestBody } from './request-body.ts'
import { dateTime, userBodyOrNull, userSchema } from './user.ts'

/** The schema of a body with core's own type, because core validates its parts. */
type BodySchema<Input> = z.ZodType<Input, OnWire<Input>>

const { $schema: _, ...templateShape } = TEMPLATE_JSON_SCHEMA

/** A dashboard as JSON, from which the same dashboard can be created (DASH-70). */
export const templateJsonSchema = (z.unknown() as z.ZodType<TemplateDocument>).meta(templateShape)

const text = () => z.string().optional()

/** The query of the template list. Core parses the values. */
export const templateListQuery = z.object({
  ...pageQuery,
  search: text().describe('part of the name, the description or a tag'),
  scope: z
    .string()
    .meta({ enum: [...TEMPLATE_SCOPES] })
    .optional(),
  is_featured: switchText(),
  ordering: z
    .string()
    .meta({ enum: ['template_name', '-template_name'] })
    .optional(),
})

export function templateListFilters(query: z.output<typeof templateListQuery>): TemplateListFilters {
  return { search: query.search, scope: query.scope, isFeatured: query.is_featured, ordering: query.ordering }
}

/** A template that is stored, or that is part of the service (DASH-77). */
export const dashboardTemplateSchema = z
  .object({
    id: z.uuid(),
    template_name: z.string(),
    dashboard_description: z.string(),
    dashboard_filters: document(),
    tags: z.array(z.string()),
    tiles: z.array(document()),
    variables: z.array(z.unknown()),
    deleted: z.boolean(),
    created_at: dateTime(),
    created_by: userSchema.nullable(),
    image_url: z.string().nullable(),
    team_id: z.int().nullable().describe('null: a template that every project has'),
    scope: z.enum(TEMPLATE_SCOPES),
    availability_contexts: z.array(z.string()),
    is_featured: z.boolean(),
  })
  .meta({ id: 'DashboardTemplate' })

const ofDashboard = { sentBack: fieldsOf(dashboardSchema) }
const ofTemplate = { sentBack: fieldsOf(dashboardTemplateSchema) }

export const templateJsonBody = requestBody(
  createFromTemplateSchema,
  ofDashboard,
) as unknown as BodySchema<CreateFromTemplateInput>
export const createTemplateBody = requestBody(
  createTemplateSchema,
  ofTemplate,
) as unknown as BodySchema<CreateTemplateInput>
export const updateTemplateBody = requestBody(
  updateTemplateSchema,
  ofTemplate,
) as unknown as BodySchema<UpdateTemplateInput>

const NONE: [] = []

export function dashboardTemplateBody(template: AnyTemplate) {
  return {
    id: template.id,
    template_name: template.templateName,
    dashboard_description: template.dashboardDescription,
    dashboard_filters: template.dashboardFilters,
    tags: template.tags,
    tiles: template.tiles,
    variables: template.variables,
    deleted: template.deleted,
    created_at: formatTimestamp(template.createdAt),
    created_by: userBodyOrNull(template.createdBy),
    image_url: template.imageUrl,
    team_id: template.projectId,
    scope: template.scope,
    availability_contexts: NONE,
    is_featured: template.isFeatured,
  }
}
