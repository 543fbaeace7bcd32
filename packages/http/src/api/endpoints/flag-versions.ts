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
  summary: 'List the versions of a flag, with authors and changes',
  params: oneFlag,
  query: z.object(pageQuery),
  output: pageSchema(versionSummarySchema),
})

export const retrieveFlagVersion = endpoint({
  ...reads,
  path: version,
  operationId: 'feature_flags_versions_retrieve',
  summary: 'Retrieve a version of a flag',
  params: oneVersion,
  output: flagVersionSchema,
  errors: refusals,
})

export const compareFlagVersions = endpoint({
  ...reads,
  path: `${version}diff/`,
  operationId: 'feature_flags_versions_diff_retrieve',
  summary: 'Compare two versions of a flag',
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
  summary: 'Restore a version of a flag as a new version',
  params: oneVersion,
  ...mayBeTried,
  output: flagSchema,
  errors: [...refusals, 'precondition_failed'],
})
