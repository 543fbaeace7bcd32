import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { activityPageSchema, activityQuery } from '../wire/activity.ts'
import { dashboardSchema, dashboardSummarySchema } from '../wire/dashboard.ts'
import { dashboardListQuery, dashboardOverridesQuery } from '../wire/dashboard-query.ts'
import { createDashboardBody, updateDashboardBody } from '../wire/dashboard-request.ts'
import { templateJsonBody, templateJsonSchema } from '../wire/dashboard-template.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { pageSchema } from '../wire/page.ts'

const dashboards = '/api/projects/{project_id}/dashboards/' as const
const dashboard = `${dashboards}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneDashboard = inProject.extend({ id: integerId() })

const reads = { tag: 'dashboards', auth: 'personal_api_key', scope: 'dashboard:read' } as const
const writes = { ...reads, scope: 'dashboard:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listDashboards = endpoint({
  ...reads,
  method: 'GET',
  path: dashboards,
  operationId: 'dashboards_list',
  list: true,
  summary: 'List all dashboards',
  params: inProject,
  query: dashboardListQuery,
  output: pageSchema(dashboardSummarySchema),
})

export const createDashboard = endpoint({
  ...posts,
  path: dashboards,
  operationId: 'dashboards_create',
  headers: ['ETag'],
  summary: 'Create dashboard',
  params: inProject,
  ...mayBeTried,
  body: createDashboardBody,
  status: 201,
  output: dashboardSchema,
})

export const retrieveDashboard = endpoint({
  ...reads,
  method: 'GET',
  path: dashboard,
  operationId: 'dashboards_retrieve',
  summary: 'Retrieve dashboard',
  params: oneDashboard,
  notModified: true,
  query: dashboardOverridesQuery,
  output: dashboardSchema,
})

const updates = {
  ...writes,
  path: dashboard,
  params: oneDashboard,
  ...mayBeTried,
  body: updateDashboardBody,
  output: dashboardSchema,
  errors: ['precondition_failed'],
} as const

export const updateDashboard = endpoint({
  ...updates,
  method: 'PATCH',
  operationId: 'dashboards_partial_update',
  headers: ['ETag'],
  summary: 'Update dashboard',
})

export const replaceDashboard = endpoint({
  ...updates,
  method: 'PUT',
  operationId: 'dashboards_update',
  headers: ['ETag'],
  summary: 'Update dashboard; the same as PATCH, for no field is required',
})

/** Accepts any id, even an unknown one: hard deletes are not supported, so nothing is looked up (HTTP-5). */
export const destroyDashboard = endpoint({
  ...writes,
  method: 'DELETE',
  path: dashboard,
  operationId: 'dashboards_destroy',
  summary: 'Hard delete is not allowed: update the dashboard with deleted: true',
  params: inProject.extend({ id: z.string() }),
  status: 405,
})

export const createDashboardFromTemplate = endpoint({
  ...posts,
  path: `${dashboards}create_from_template_json/`,
  operationId: 'dashboards_create_from_template_json_create',
  headers: ['ETag'],
  summary: 'Create a dashboard from a template that is sent along',
  params: inProject,
  ...mayBeTried,
  body: templateJsonBody,
  output: dashboardSchema,
})

export const exportDashboardTemplate = endpoint({
  ...reads,
  method: 'GET',
  path: `${dashboard}export_template/`,
  operationId: 'dashboards_export_template_retrieve',
  summary: 'Export a dashboard as a template for create_from_template_json',
  params: oneDashboard,
  output: templateJsonSchema,
})

const activityScope = ['dashboard:read', 'activity_log:read'] as const

export const listDashboardActivity = endpoint({
  ...reads,
  scope: activityScope,
  method: 'GET',
  path: `${dashboard}activity/`,
  operationId: 'dashboards_activity_retrieve',
  list: true,
  summary: 'Retrieve activity of one dashboard',
  params: oneDashboard,
  query: activityQuery,
  output: activityPageSchema,
})
