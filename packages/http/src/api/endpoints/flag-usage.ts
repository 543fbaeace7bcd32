import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { flagUsageQuery, flagUsageResponse } from '../wire/flag-usage.ts'

export const retrieveFlagUsage = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/feature_flags/{id}/usage/',
  operationId: 'feature_flags_usage_retrieve',
  summary: 'Retrieve how a flag is used over time',
  tag: 'feature_flags',
  auth: 'personal_api_key',
  scope: 'feature_flag:read',
  params: z.object({ project_id: projectId(), id: integerId() }),
  query: flagUsageQuery,
  output: flagUsageResponse,
})
