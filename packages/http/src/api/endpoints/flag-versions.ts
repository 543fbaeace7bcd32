import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId, versionId } from '../../rest/path-id.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { flagSchema } from '../wire/flag.ts'
import { flagVersionSchema } from '../wire/flag-version.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { differenceQuery, differenceSchema, versionSummarySchema } from '../wire/version.ts'

const versions = '/api/projects/{project_id}/feature_flags/{id}/versions/' as const
const version = `${versions}{version}/` as const

const oneFlag = z.object({ project_id: projectId(), id: integerId() })
const oneVersion = oneFlag.extend({ version: versionId() })

const reads = { tag: 'feature_flags', auth: 'personal_api_key', method: 'GET', scope: 'feature_flag:read' } as const
const refusals = ['validation', 'unprocessable'] as const

export const listFlagVersions = endpoint({
  ...reads,
  scope: ['feature_flag:read', 'activity_log:read'],
  path: versions,
  operationId: 'feature_flags_versions_list',
  list: true,
  summary: 'List who made which version of a flag, and what it changed',
  params: oneFlag,
  query: z.object(pageQuery),
  output: pageSchema(versionSummarySchema),
})

export const retrieveFlagVersion = endpoint({
  ...reads,
  path: version,
  operationId: 'feature_flags_versions_retrieve',
  summary: 'Retrieve a flag as it was at a version',
  params: oneVersion,
  output: flagVersionSchema,
  errors: refusals,
})

export const compareFlagVersions = endpoint({
  ...reads,
  path: `${version}diff/`,
  operationId: 'feature_flags_versions_diff_retrieve',
  summary: 'Tell what differs between two versions of a flag',
  params: oneVersion,
  query: differenceQuery,
  output: differenceSchema,
  errors: refusals,
})

export const restoreFlagVersion = endpoint({
  ...reads,
  method: 'POST',
  scope: 'feature_flag:write',
  idempotencyKey: true,
  path: `${version}restore/`,
  operationId: 'feature_flags_versions_restore_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Make a flag what it was at a version, as its next one',
  params: oneVersion,
  ...mayBeTried,
  output: flagSchema,
  errors: [...refusals, 'precondition_failed'],
})
