import { booleanField } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { actionProblem } from '../wire/action-problem.ts'
import { cohortSchema } from '../wire/cohorts.ts'
import { mayBeTried } from '../wire/dry-run.ts'
import { flagSchema } from '../wire/flag.ts'
import {
  copiedFlagsSchema,
  copyFlagBody,
  copyRequirementsAnswerSchema,
  copyRequirementsBody,
  deletedFlagsSchema,
  deleteFlagsBody,
  dependentFlagSchema,
  flagInProjectSchema,
  flagKeysBody,
  flagKeysSchema,
  flagOfKeySchema,
  flagStatusSchema,
  matchingIdsSchema,
  tagFlagsBody,
  taggedFlagsSchema,
} from '../wire/flag-life-cycle.ts'
import { flagChoiceQuery } from '../wire/flag-list-query.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'

const flags = '/api/projects/{project_id}/feature_flags/' as const
const flag = `${flags}{id}/` as const
const inProject = z.object({ project_id: projectId() })
const oneFlag = inProject.extend({ id: integerId() })

const reads = { tag: 'feature_flags', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const writes = { ...reads, scope: 'feature_flag:write', method: 'POST', idempotencyKey: true } as const
const switches = {
  ...writes,
  params: oneFlag,
  ...mayBeTried,
  output: flagSchema,
  errors: ['validation'],
  renderProblem: actionProblem,
} as const

export const enableFlag = endpoint({
  ...switches,
  path: `${flag}enable/`,
  operationId: 'feature_flags_enable_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Enable feature flag',
})

export const disableFlag = endpoint({
  ...switches,
  path: `${flag}disable/`,
  operationId: 'feature_flags_disable_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Disable feature flag',
})

export const archiveFlag = endpoint({
  ...switches,
  path: `${flag}archive/`,
  operationId: 'feature_flags_archive_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Archive and disable feature flag',
})

export const unarchiveFlag = endpoint({
  ...switches,
  path: `${flag}unarchive/`,
  operationId: 'feature_flags_unarchive_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Unarchive feature flag',
})

export const resetFlagUsage = endpoint({
  ...writes,
  path: `${flag}reset_usage/`,
  operationId: 'feature_flags_reset_usage_create',
  headers: ['ETag', 'Flagdeck-Version'],
  summary: 'Reset the usage of a feature flag',
  description: 'The version of the flag does not change. Insights still include earlier usage.',
  params: oneFlag,
  output: flagSchema,
  errors: ['validation'],
  renderProblem: actionProblem,
})

export const retrieveFlagStatus = endpoint({
  ...reads,
  method: 'GET',
  path: `${flag}status/`,
  operationId: 'feature_flags_status_retrieve',
  summary: 'Retrieve the status of a feature flag, with the reason',
  params: oneFlag,
  output: flagStatusSchema,
})

export const listDependentFlags = endpoint({
  ...reads,
  method: 'GET',
  path: `${flag}dependent_flags/`,
  operationId: 'feature_flags_dependent_flags_list',
  list: true,
  summary: 'List the feature flags that depend on this one',
  params: oneFlag,
  query: z.object({
    include_inactive: booleanField().optional().describe('true: also flags that are off, archived ones included'),
  }),
  output: z.array(dependentFlagSchema),
})

export const listMatchingIds = endpoint({
  ...reads,
  method: 'GET',
  path: `${flags}matching_ids/`,
  operationId: 'feature_flags_matching_ids_retrieve',
  list: true,
  summary: 'List the ids of the feature flags that match filters and that the caller can edit',
  params: inProject,
  query: flagChoiceQuery,
  output: matchingIdsSchema,
  errors: ['validation'],
})

const bulk = { params: inProject, errors: ['validation'], renderProblem: actionProblem } as const

export const listFlagKeys = endpoint({
  ...reads,
  ...bulk,
  method: 'POST',
  path: `${flags}bulk_keys/`,
  operationId: 'feature_flags_bulk_keys_create',
  summary: 'List the keys of feature flags by their ids',
  body: flagKeysBody,
  output: flagKeysSchema,
})

export const deleteFlags = endpoint({
  ...writes,
  ...bulk,
  path: `${flags}bulk_delete/`,
  operationId: 'feature_flags_bulk_delete_create',
  summary: 'Delete several feature flags',
  description:
    'Deletes all flags that the caller can delete, and returns a reason for each other flag. Many flags are deleted in several transactions.',
  ...mayBeTried,
  body: deleteFlagsBody,
  output: deletedFlagsSchema,
})

export const tagFlags = endpoint({
  ...writes,
  ...bulk,
  path: `${flags}bulk_update_tags/`,
  operationId: 'feature_flags_bulk_update_tags_create',
  summary: 'Change the tags of several feature flags',
  ...mayBeTried,
  body: tagFlagsBody,
  output: taggedFlagsSchema,
})

export const createCohortForFlag = endpoint({
  ...writes,
  scope: 'cohort:write',
  path: `${flag}create_static_cohort_for_flag/`,
  operationId: 'feature_flags_create_static_cohort_for_flag_create',
  headers: ['Flagdeck-Version'],
  summary: 'Create a static cohort of the known persons for whom a feature flag is on',
  description: 'The key needs `feature_flag:read` and `person:read` as well.',
  params: oneFlag,
  status: 201,
  output: z.object({ cohort: cohortSchema }),
  errors: ['validation'],
  renderProblem: actionProblem,
})

export const copyFlags = endpoint({
  ...reads,
  scope: 'feature_flag:write',
  method: 'POST',
  path: '/api/organizations/{organization_id}/feature_flags/copy_flags/',
  operationId: 'organization_feature_flags_copy_flags_create',
  summary: 'Copy a feature flag to other projects of the organization',
  description:
    'For each project, copies everything or nothing; repeating the request changes nothing. With `expected_versions`, the response ' +
    'is 409 if the flag, or the flag in a target project, was changed after the dry run, and nothing is written. Once ' +
    'a copy to another project was written, `failed` reports this instead.',
  params: z.object({ organization_id: z.string() }),
  ...mayBeTried,
  body: copyFlagBody,
  output: copiedFlagsSchema,
  errors: ['validation', 'conflict'],
  renderProblem: actionProblem,
})

export const checkCopiedDependencies = endpoint({
  ...reads,
  scope: 'feature_flag:write',
  method: 'POST',
  path: '/api/organizations/{organization_id}/feature_flags/copy_flags/dependency_requirements/',
  operationId: 'organization_feature_flags_copy_flags_dependency_requirements_create',
  summary: 'Preview the copy of a feature flag with its dependencies',
  description: 'Writes nothing.',
  params: z.object({ organization_id: z.string() }),
  body: copyRequirementsBody,
  output: copyRequirementsAnswerSchema,
  errors: ['validation'],
  renderProblem: actionProblem,
})

export const listKeysOfProjects = endpoint({
  ...reads,
  method: 'GET',
  path: '/api/organizations/{organization_id}/feature_flags/keys/',
  operationId: 'organization_feature_flags_keys_retrieve',
  list: true,
  summary: 'List the keys of feature flags in several projects of the organization',
  description: 'Returns each key once, with the flag of the first project that contains it.',
  params: z.object({ organization_id: z.string() }),
  query: z.object({
    ...pageQuery,
    search: z.string().optional().describe('a part of the key or the name'),
    team_ids: z
      .array(z.string())
      .optional()
      .transform((values) => values?.flatMap((value) => value.split(',')))
      .pipe(
        z
          .array(
            z
              .string()
              .regex(/^\d{1,15}$/)
              .transform(Number),
          )
          .optional(),
      )
      .describe(
        'ids of projects, the preferred one first, with commas or repeated; missing: all that the caller may read',
      ),
  }),
  output: pageSchema(flagOfKeySchema),
})

export const listFlagsOfKey = endpoint({
  ...reads,
  method: 'GET',
  path: '/api/organizations/{organization_id}/feature_flags/{key}/',
  operationId: 'organization_feature_flags_retrieve',
  list: true,
  summary: 'List the feature flags of a key in all projects of the organization',
  description:
    'Of the projects that the caller may read, by id. All that fit into one answer, or as many as `limit` says. As long ' +
    'as there are more, `Link` names the next part.',
  params: z.object({ organization_id: z.string(), key: z.string() }),
  query: z.object(pageQuery),
  output: z.array(flagInProjectSchema),
})
