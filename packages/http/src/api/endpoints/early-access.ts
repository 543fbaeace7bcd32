import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId, uuidId } from '../../rest/path-id.ts'
import { createEarlyAccessBody, earlyAccessFeatureSchema, updateEarlyAccessBody } from '../wire/early-access.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'

const features = '/api/projects/{project_id}/early_access_feature/' as const
const feature = `${features}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneFeature = inProject.extend({ id: uuidId() })

// A feature is a part of its flag, so it has the flag's scopes.
const reads = { tag: 'early_access_feature', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const writes = { ...reads, scope: 'feature_flag:write' } as const

export const listEarlyAccess = endpoint({
  ...reads,
  method: 'GET',
  path: features,
  operationId: 'early_access_feature_list',
  list: true,
  summary: 'List early access features',
  params: inProject,
  query: z.object(pageQuery),
  output: pageSchema(earlyAccessFeatureSchema),
})

export const createEarlyAccess = endpoint({
  ...writes,
  method: 'POST',
  idempotencyKey: true,
  path: features,
  operationId: 'early_access_feature_create',
  summary: 'Create an early access feature, and its flag without `feature_flag_id`',
  params: inProject,
  body: createEarlyAccessBody,
  status: 201,
  output: earlyAccessFeatureSchema,
})

export const retrieveEarlyAccess = endpoint({
  ...reads,
  method: 'GET',
  path: feature,
  operationId: 'early_access_feature_retrieve',
  summary: 'Retrieve an early access feature',
  params: oneFeature,
  output: earlyAccessFeatureSchema,
})

export const updateEarlyAccess = endpoint({
  ...writes,
  method: 'PATCH',
  path: feature,
  operationId: 'early_access_feature_partial_update',
  summary: 'Update an early access feature',
  params: oneFeature,
  body: updateEarlyAccessBody,
  output: earlyAccessFeatureSchema,
})

export const destroyEarlyAccess = endpoint({
  ...writes,
  method: 'DELETE',
  path: feature,
  operationId: 'early_access_feature_destroy',
  summary: 'Delete an early access feature; its flag stays',
  params: oneFeature,
})
