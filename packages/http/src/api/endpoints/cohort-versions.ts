import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId, versionId } from '../../rest/path-id.ts'
import { cohortVersionSchema } from '../wire/cohort-version.ts'
import { cohortSchema } from '../wire/cohorts.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { differenceQuery, differenceSchema, versionSummarySchema } from '../wire/version.ts'

const versions = '/api/projects/{project_id}/cohorts/{id}/versions/' as const
const version = `${versions}{version}/` as const

const oneCohort = z.object({ project_id: projectId(), id: integerId() })
const oneVersion = oneCohort.extend({ version: versionId() })

const reads = { tag: 'cohorts', auth: 'personal_api_key', method: 'GET', scope: 'cohort:read' } as const
const refusals = ['validation', 'unprocessable'] as const

export const listCohortVersions = endpoint({
  ...reads,
  scope: ['cohort:read', 'activity_log:read'],
  path: versions,
  operationId: 'cohorts_versions_list',
  list: true,
  summary: 'List the versions of a cohort, with authors and changes',
  params: oneCohort,
  query: z.object(pageQuery),
  output: pageSchema(versionSummarySchema),
})

export const retrieveCohortVersion = endpoint({
  ...reads,
  path: version,
  operationId: 'cohorts_versions_retrieve',
  summary: 'Retrieve a version of a cohort',
  params: oneVersion,
  output: cohortVersionSchema,
  errors: refusals,
})

export const compareCohortVersions = endpoint({
  ...reads,
  path: `${version}diff/`,
  operationId: 'cohorts_versions_diff_retrieve',
  summary: 'Compare two versions of a cohort',
  params: oneVersion,
  query: differenceQuery,
  output: differenceSchema,
  errors: refusals,
})

export const restoreCohortVersion = endpoint({
  ...reads,
  method: 'POST',
  scope: 'cohort:write',
  idempotencyKey: true,
  path: `${version}restore/`,
  operationId: 'cohorts_versions_restore_create',
  headers: ['Flagdeck-Version'],
  summary: 'Restore a version of a cohort as a new version',
  params: oneVersion,
  ...mayBeTried,
  output: cohortSchema,
  errors: refusals,
})
