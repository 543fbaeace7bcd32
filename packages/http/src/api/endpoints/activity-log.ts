import { z } from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { activityLogQuery, activitySchema } from '../wire/activity.ts'
import { pageSchema } from '../wire/page.ts'

export const listProjectActivity = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/activity_log/',
  operationId: 'activity_log_list',
  summary: 'List what happened in the project to things of one kind, or to one of them',
  tag: 'activity_log',
  auth: 'personal_api_key',
  scope: 'activity_log:read',
  params: z.object({ project_id: projectId() }),
  query: activityLogQuery,
  output: pageSchema(activitySchema),
})
