import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import {
  cohortDependentsSchema,
  cohortMemberSchema,
  cohortPersonBody,
  cohortSchema,
  cohortWithMembersSchema,
  createCohortBody,
  updateCohortBody,
} from '../wire/cohorts.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { pageQuery, pageSchema, switchText } from '../wire/page.ts'

const cohorts = '/api/projects/{project_id}/cohorts/' as const
const cohort = `${cohorts}{id}/` as const

const inProject = z.object({ project_id: projectId() })
const oneCohort = inProject.extend({ id: integerId() })

const reads = { tag: 'cohorts', auth: 'personal_api_key', scope: 'cohort:read' } as const
const writes = { ...reads, scope: 'cohort:write' } as const
const posts = { ...writes, method: 'POST', idempotencyKey: true } as const

/** A list of members can be a file. */
const MAX_MEMBERS_BYTES = 20 * 1024 * 1024

export const listCohorts = endpoint({
  ...reads,
  method: 'GET',
  path: cohorts,
  operationId: 'cohorts_list',
  list: true,
  summary: 'List all cohorts',
  params: inProject,
  query: z.object({
    ...pageQuery,
    search: z.string().optional().describe('part of the name'),
    deleted: switchText().describe('true shows the deleted ones instead'),
    ids: z.string().optional().describe('only the cohorts with these ids, separated by commas'),
    is_static: switchText().describe('true: only static cohorts; false: only dynamic cohorts'),
  }),
  output: pageSchema(cohortSchema),
})

export const createCohort = endpoint({
  ...posts,
  path: cohorts,
  operationId: 'cohorts_create',
  headers: ['Flagdeck-Version'],
  summary: 'Create a cohort',
  params: inProject,
  ...mayBeTried,
  body: createCohortBody,
  status: 201,
  output: cohortSchema,
})

export const retrieveCohort = endpoint({
  ...reads,
  method: 'GET',
  path: cohort,
  operationId: 'cohorts_retrieve',
  summary: 'Retrieve a cohort',
  params: oneCohort,
  output: cohortSchema,
})

export const updateCohort = endpoint({
  ...writes,
  method: 'PATCH',
  path: cohort,
  operationId: 'cohorts_partial_update',
  headers: ['Flagdeck-Version'],
  errors: ['conflict'],
  summary: 'Update a cohort',
  params: oneCohort,
  ...mayBeTried,
  body: updateCohortBody,
  output: cohortSchema,
})

/** Accepts any id, even an unknown one: hard deletes are not supported, so nothing is looked up. */
export const destroyCohort = endpoint({
  ...writes,
  method: 'DELETE',
  path: cohort,
  operationId: 'cohorts_destroy',
  summary: 'Hard delete is not allowed: update the cohort with deleted: true',
  params: inProject.extend({ id: z.string() }),
  status: 405,
})

export const listCohortDependents = endpoint({
  ...reads,
  method: 'GET',
  path: `${cohort}dependents/`,
  operationId: 'cohorts_dependents_retrieve',
  summary: 'List the feature flags and cohorts that depend on a cohort',
  params: oneCohort,
  output: cohortDependentsSchema,
})

export const listCohortMembers = endpoint({
  ...reads,
  method: 'GET',
  path: `${cohort}persons/`,
  operationId: 'cohorts_persons_retrieve',
  list: true,
  summary: 'List the members of a static cohort',
  params: oneCohort,
  query: z.object(pageQuery),
  output: pageSchema(cohortMemberSchema),
})

const memberAddition = {
  path: `${cohort}add_persons_to_static_cohort/`,
  summary: 'Add members to a static cohort',
  description:
    'JSON of up to 2 MiB: `{ "distinct_ids": […] }`, or `{ "person_ids": […] }` with UUIDs or distinct ids of persons. ' +
    'Or CSV as `text/csv` of up to 20 MiB, delimited by commas, semicolons or tabs: the column named `distinct_id`, ' +
    '`distinct-id`, `person_id`, `Person.id`, `id` or `email`, or the only column. UUIDs and e-mail addresses have to ' +
    'belong to stored persons, and the key needs `person:read` for them.',
  params: oneCohort,
  body: 'raw',
  maxBodyBytes: MAX_MEMBERS_BYTES,
  output: cohortWithMembersSchema,
  errors: ['validation', 'parse_error', 'unsupported_media_type'],
} as const

export const addCohortMembers = endpoint({
  ...posts,
  ...memberAddition,
  operationId: 'cohorts_add_persons_to_static_cohort_create',
  headers: ['Flagdeck-Version'],
})

/** An alias with another method, which some clients use. */
export const patchCohortMembers = endpoint({
  ...writes,
  ...memberAddition,
  method: 'PATCH',
  operationId: 'cohorts_add_persons_to_static_cohort_partial_update',
  headers: ['Flagdeck-Version'],
})

export const removeCohortMember = endpoint({
  ...writes,
  method: 'DELETE',
  path: `${cohort}persons/{distinct_id}/`,
  operationId: 'cohorts_persons_destroy',
  headers: ['Flagdeck-Version'],
  summary: 'Remove a member from a static cohort',
  params: oneCohort.extend({ distinct_id: z.string() }),
  errors: ['validation'],
})

export const removeCohortPerson = endpoint({
  ...writes,
  method: 'PATCH',
  path: `${cohort}remove_person_from_static_cohort/`,
  operationId: 'cohorts_remove_person_from_static_cohort_partial_update',
  headers: ['Flagdeck-Version'],
  summary: 'Remove a person from a static cohort',
  description: 'For a UUID, the key needs `person:read` as well.',
  params: oneCohort,
  body: cohortPersonBody,
  output: cohortSchema,
})
