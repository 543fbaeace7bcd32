import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId, versionId } from '../../rest/path-id.ts'
import { dashboardSchema } from '../wire/dashboard.ts'
import { dashboardVersionSchema } from '../wire/dashboard-version.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { differenceQuery, differenceSchema, versionSummarySchema } from '../wire/version.ts'

const versions = '/api/projects/{project_id}/dashboards/{id}/versions/' as const
const version = `${versions}{version}/` as const

const oneDashboard = z.object({ project_id: projectId(), id: integerId() })
const oneVersion = oneDashboard.extend({ version: versionId() })

const reads = { tag: 'dashboards', auth: 'personal_api_key', method: 'GET', scope: 'dashboard:read' } as const
const refusals = ['validation', 'unprocessable'] as const

export const listDashboardVersions = endpoint({
  ...reads,
  scope: ['dashboard:read', 'activity_log:read'],
  path: versions,
  operationId: 'dashboards_versions_list',
  list: true,
  summary: 'List the versions of a dashboard, with authors and changes',
  params: oneDashboard,
  query: z.object(pageQuery),
  output: pageSchema(versionSummarySchema),
})

export const retrieveDashboardVersion = endpoint({
  ...reads,
  path: version,
  operationId: 'dashboards_versions_retrieve',
  summary: 'Retrieve a version of a dashboard, with its tiles and texts',
  params: oneVersion,
  output: dashboardVersionSchema,
  errors: refusals,
})

export const compareDashboardVersions = endpoint({
  ...reads,
  path: `${version}diff/`,
  operationId: 'dashboards_versions_diff_retrieve',
  summary: 'Compare two versions of a dashboard',
  params: oneVersion,
  query: differenceQuery,
  output: differenceSchema,
  errors: refusals,
})

export const restoreDashboardVersion = endpoint({
  ...reads,
  method: 'POST',
  scope: 'dashboard:write',
  idempotencyKey: true,
  path: `${version}restore/`,
  operationId: 'dashboards_versions_restore_create',
  headers: ['ETag'],
  summary: 'Restore a version of a dashboard as a new version',
  params: oneVersion,
  ...mayBeTried,
  output: dashboardSchema,
  errors: [...refusals, 'precondition_failed'],
})
