import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { actionProblem } from '../wire/action-problem.ts'
import { flagSchema } from '../wire/flag.ts'

const flag = '/api/projects/{project_id}/feature_flags/{id}/' as const

const action = {
  method: 'POST',
  idempotencyKey: true,
  tag: 'feature_flags',
  auth: 'personal_api_key',
  scope: 'feature_flag:write',
  params: z.object({ project_id: projectId(), id: integerId() }),
  // Some clients read `success`, others the flag.
  output: flagSchema.extend({ success: z.literal(true) }).meta({ id: 'FeatureFlagWithSuccess' }),
  errors: ['validation'],
  renderProblem: actionProblem,
} as const

export const createFlagDashboard = endpoint({
  ...action,
  path: `${flag}dashboard/`,
  operationId: 'feature_flags_dashboard_create',
  headers: ['Flagdeck-Version'],
  summary: 'Create dashboard for a flag',
})

export const enrichUsageDashboard = endpoint({
  ...action,
  path: `${flag}enrich_usage_dashboard/`,
  operationId: 'feature_flags_enrich_usage_dashboard_create',
  headers: ['Flagdeck-Version'],
  summary: 'Add views of and interactions with the feature to the dashboard of a flag',
})
