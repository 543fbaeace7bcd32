import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId, uuidId } from '../../rest/path-id.ts'
import {
  createTemplateBody,
  dashboardTemplateSchema,
  templateListQuery,
  updateTemplateBody,
} from '../wire/dashboard-template.ts'
import { pageSchema } from '../wire/page.ts'

const templates = '/api/projects/{project_id}/dashboard_templates/' as const
const template = `${templates}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneTemplate = inProject.extend({ id: uuidId() })

const reads = { tag: 'dashboard_templates', auth: 'personal_api_key', scope: 'dashboard:read' } as const
const writes = { ...reads, scope: 'dashboard:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listDashboardTemplates = endpoint({
  ...reads,
  method: 'GET',
  path: templates,
  operationId: 'dashboard_templates_list',
  list: true,
  summary: 'List all dashboard templates: those of the project and the built-in ones',
  params: inProject,
  query: templateListQuery,
  output: pageSchema(dashboardTemplateSchema),
})

export const createDashboardTemplate = endpoint({
  ...posts,
  path: templates,
  operationId: 'dashboard_templates_create',
  summary: 'Create a dashboard template',
  params: inProject,
  body: createTemplateBody,
  status: 201,
  output: dashboardTemplateSchema,
})

export const retrieveDashboardTemplate = endpoint({
  ...reads,
  method: 'GET',
  path: template,
  operationId: 'dashboard_templates_retrieve',
  summary: 'Retrieve a dashboard template',
  params: oneTemplate,
  output: dashboardTemplateSchema,
})

export const updateDashboardTemplate = endpoint({
  ...writes,
  method: 'PATCH',
  path: template,
  operationId: 'dashboard_templates_partial_update',
  summary: 'Update a dashboard template',
  params: oneTemplate,
  body: updateTemplateBody,
  output: dashboardTemplateSchema,
})

/** Accepts any id, even an unknown one: hard deletes are not supported, so nothing is looked up. */
export const destroyDashboardTemplate = endpoint({
  ...writes,
  method: 'DELETE',
  path: template,
  operationId: 'dashboard_templates_destroy',
  summary: 'Hard delete is not allowed: update the template with deleted: true',
  params: inProject.extend({ id: z.string() }),
  status: 405,
})

export const retrieveTemplateSchema = endpoint({
  ...reads,
  method: 'GET',
  path: `${templates}json_schema/`,
  operationId: 'dashboard_templates_json_schema_retrieve',
  summary: 'Retrieve the JSON Schema of dashboard templates',
  params: inProject,
  output: z.record(z.string(), z.unknown()),
})
