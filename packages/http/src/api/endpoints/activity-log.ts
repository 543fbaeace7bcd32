import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import {
  activityLogQuery,
  activitySchema,
  exportPlace,
  newestActivityQuery,
  newestActivitySchema,
} from '../wire/activity.ts'
import { pageSchema } from '../wire/page.ts'

export const listProjectActivity = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/activity_log/',
  operationId: 'activity_log_list',
  list: true,
  summary: 'List the activity of the project, by type of record, record or user',
  tag: 'activity_log',
  auth: 'personal_api_key',
  scope: 'activity_log:read',
  params: z.object({ project_id: projectId() }),
  query: activityLogQuery,
  output: pageSchema(activitySchema),
})

export const listNewestProjectActivity = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/activity_log/newest/',
  operationId: 'activity_log_newest_list',
  list: true,
  summary: 'List the newest activity of the project for all types of records',
  description:
    'Nothing is counted: as long as there are older entries, `next` leads to them. With `search` a part can have fewer entries than `limit`, or none, while `next` continues.',
  tag: 'activity_log',
  auth: 'personal_api_key',
  scope: 'activity_log:read',
  params: z.object({ project_id: projectId() }),
  query: newestActivityQuery,
  output: newestActivitySchema,
})

/** Pages of entries, one line for each: the header `Link` contains the next page. */
export const exportProjectActivity = endpoint({
  method: 'GET',
  path: '/api/projects/{project_id}/activity_log/export/',
  operationId: 'activity_log_export_retrieve',
  list: true,
  summary: 'Export the activity of the project as JSON lines, oldest first for each type of record',
  description: 'At most 1,000 entries or about 1 MiB at a time; as long as there are more, `Link` names the next part.',
  tag: 'activity_log',
  auth: 'personal_api_key',
  scope: 'activity_log:read',
  params: z.object({ project_id: projectId() }),
  query: z.object({ after: exportPlace.optional() }),
  mediaType: 'application/x-ndjson',
  output: activitySchema,
})
