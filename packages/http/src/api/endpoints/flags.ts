import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { activityPageSchema, activityQuery } from '../wire/activity.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { flagSchema } from '../wire/flag.ts'
import { flagListQuery } from '../wire/flag-list-query.ts'
import { createFlagBody, FLAG_WIRE_NAMES, updateFlagBody } from '../wire/flag-request.ts'
import { pageSchema } from '../wire/page.ts'

const flags = '/api/projects/{project_id}/feature_flags/' as const
const flag = `${flags}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneFlag = inProject.extend({ id: integerId() })

const reads = { tag: 'feature_flags', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const writes = { ...reads, scope: 'feature_flag:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

export const listFlags = endpoint({
  ...reads,
  method: 'GET',
  path: flags,
  operationId: 'feature_flags_list',
  list: true,
  summary: 'List all feature flags',
  params: inProject,
  query: flagListQuery,
  output: pageSchema(flagSchema),
  headers: ['Flagdeck-Version'],
})

export const createFlag = endpoint({
  ...posts,
  path: flags,
  operationId: 'feature_flags_create',
  summary: 'Create feature flag',
  params: inProject,
  ...mayBeTried,
  wireNames: FLAG_WIRE_NAMES,
  body: createFlagBody,
  status: 201,
  output: flagSchema,
  headers: ['ETag', 'Flagdeck-Version'],
})

export const retrieveFlag = endpoint({
  ...reads,
  method: 'GET',
  path: flag,
  operationId: 'feature_flags_retrieve',
  summary: 'Retrieve feature flag',
  params: oneFlag,
  notModified: true,
  output: flagSchema,
})

const updates = {
  ...writes,
  path: flag,
  params: oneFlag,
  ...mayBeTried,
  wireNames: FLAG_WIRE_NAMES,
  body: updateFlagBody,
  output: flagSchema,
  headers: ['ETag', 'Flagdeck-Version'],
  errors: ['conflict', 'precondition_failed'],
} as const

export const updateFlag = endpoint({
  ...updates,
  method: 'PATCH',
  operationId: 'feature_flags_partial_update',
  summary: 'Update feature flag',
})

export const replaceFlag = endpoint({
  ...updates,
  method: 'PUT',
  operationId: 'feature_flags_update',
  summary: 'Update feature flag; the key is required',
})

/** Accepts any id, even an unknown one: hard deletes are not supported, so nothing is looked up (HTTP-67). */
export const destroyFlag = endpoint({
  ...writes,
  method: 'DELETE',
  path: flag,
  operationId: 'feature_flags_destroy',
  summary: 'Hard delete is not allowed: update the flag with deleted: true',
  params: inProject.extend({ id: z.string() }),
  status: 405,
})

const activityScope = ['feature_flag:read', 'activity_log:read'] as const

export const listFlagsActivity = endpoint({
  ...reads,
  scope: activityScope,
  method: 'GET',
  path: `${flags}activity/`,
  operationId: 'feature_flags_all_activity_retrieve',
  list: true,
  summary: 'Retrieve activity of all flags',
  params: inProject,
  query: activityQuery,
  output: activityPageSchema,
})

export const listFlagActivity = endpoint({
  ...reads,
  scope: activityScope,
  method: 'GET',
  path: `${flag}activity/`,
  operationId: 'feature_flags_activity_retrieve',
  list: true,
  summary: 'Retrieve activity of one flag',
  params: oneFlag,
  query: activityQuery,
  output: activityPageSchema,
})
