import type {
  CopiedFlags,
  DeletedFlags,
  DependentFlag,
  FlagChoice,
  FlagDetails,
  FlagKeys,
  FlagStatusReport,
  JsonValue,
} from '@flagdeck/core'
import { copyFlagSchema, type copyRequirements, refusal, tagFlagsSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { flagBody, flagSchema } from './flag.ts'
import { flagListFilters, flagListQuery } from './flag-list-query.ts'
import { requestBody } from './request-body.ts'
import { refusingUnknownFields } from './unknown-fields.ts'

/** A status with its reasons. */
export const flagStatusSchema = z.object({
  status: z.enum(['active', 'stale', 'archived', 'deleted']),
  reason: z.string().describe('A sentence that says why.'),
  reason_states_rollout: z.boolean().describe('Whether the reason is what the flag answers, and not its use.'),
  owner: z.string().describe('Who looks after it; empty: nobody.'),
  rollout: z.object({
    effectively_full_rollout: z.boolean(),
    has_targeting_conditions: z.boolean(),
    max_rollout_percentage: z.number().nullable(),
    is_multivariate: z.boolean(),
  }),
})

export function flagStatusBody({
  status,
  reason,
  isAboutRollout,
  owner,
  rollout,
}: FlagStatusReport): z.output<typeof flagStatusSchema> {
  return {
    status,
    reason,
    reason_states_rollout: isAboutRollout,
    owner,
    rollout: {
      effectively_full_rollout: rollout.isFullyRolledOut,
      has_targeting_conditions: rollout.isTargeted,
      max_rollout_percentage: rollout.maxPercentage,
      is_multivariate: rollout.isMultivariate,
    },
  }
}

export const dependentFlagSchema = z.object({ id: z.int(), key: z.string(), name: z.string(), active: z.boolean() })

/** A dependent flag. A flag without a description is named by its key. */
export function dependentFlagBody({ id, key, name, active }: DependentFlag) {
  return { id, key, name: name || key, active }
}

const ids = z.array(z.unknown()).describe('Numbers, or their digits as text.')

export const flagKeysBody = z.object({ ids })

export const flagKeysSchema = z.object({
  keys: z.record(z.string(), z.string()).describe('Key by id; flags that are not there are left out.'),
  warning: z.string().optional(),
})

export function flagKeysAnswer({ keys, malformed }: FlagKeys) {
  const answer = { keys: Object.fromEntries(keys) }
  return malformed.length > 0 ? { ...answer, warning: `Invalid flag IDs ignored: ${malformed.length}` } : answer
}

export const matchingIdsSchema = z.object({ ids: z.array(z.int()), total: z.int() })

const { limit: _, offset: __, usage: ___, order: ____, deleted: _____, ...filterFields } = flagListQuery.shape

/** The filters of the flag list. In a body, their values may be any JSON. */
const filters = z
  .record(z.string(), z.unknown())
  .describe('Those of the list, without pages and order.')
  .meta({ properties: Object.fromEntries(Object.keys(filterFields).map((name) => [name, {}])) })

export const deleteFlagsBody = refusingUnknownFields(z.object({ ids: ids.optional(), filters: filters.optional() }))

/** @throws DomainError when the list does not have a filter */
export function flagChoice({ ids: sent, filters: by }: z.output<typeof deleteFlagsBody>): FlagChoice {
  if (by === undefined) return { ids: sent }
  const unknown = Object.keys(by).filter((name) => !Object.hasOwn(filterFields, name))
  if (unknown.length > 0) throw refusal(`Unknown filter keys: ${unknown.sort().join(', ')}`)
  const texts = Object.entries(by).map(([name, value]) => [name, textOf(value as JsonValue)]) // a parsed body is JSON
  return { ids: sent, filters: flagListFilters(flagListQuery.parse(Object.fromEntries(texts))) }
}

/** Null is an empty filter, which a choice refuses (FLAG-162). */
function textOf(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const failure = z.object({ id: z.unknown(), key: z.string().optional(), reason: z.string() })

export const deletedFlagsSchema = z.object({
  deleted: z.array(
    z.object({
      id: z.int(),
      key: z.string(),
      rollout_state: z.enum(['fully_rolled_out', 'not_rolled_out', 'partial']),
      active_variant: z.string().nullable(),
    }),
  ),
  errors: z.array(failure),
})

export function deletedFlagsAnswer({
  deleted,
  errors,
}: DeletedFlags): DeepReadonly<z.output<typeof deletedFlagsSchema>> {
  return {
    deleted: deleted.map(({ id, key, rolloutState, activeVariant }) => {
      return { id, key, rollout_state: rolloutState, active_variant: activeVariant }
    }),
    errors,
  }
}

export const tagFlagsBody = requestBody(tagFlagsSchema)

export const taggedFlagsSchema = z.object({
  updated: z.array(z.object({ id: z.int(), tags: z.array(z.string()) })),
  skipped: z.array(failure),
})

export const copyFlagBody = requestBody(copyFlagSchema, { refuseUnknownExcept: [] })

const importChangeSchema = z.object({
  action: z.enum(['create', 'update', 'delete']),
  kind: z.string().describe('flag or cohort.'),
  name: z.string().describe('The key of a flag, the name of a cohort.'),
  fields: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe('Of an update; parts of filters separately, such as filters.groups.'),
})

const copiedFlagSchema = flagSchema.extend({
  copied_dependency_keys: z
    .array(z.string())
    .optional()
    .describe('Flags that the project got because this flag depends on them; missing when there are none.'),
})

export const copiedFlagsSchema = z.object({
  success: z.array(copiedFlagSchema),
  changes: z
    .array(
      z.object({
        project_id: z.int(),
        source_version: z.int().describe('The version of the flag that is copied. Send both in expected_versions.'),
        target_version: z.int().nullable().describe('The version of the flag in the project; null: it had none.'),
        changes: z.array(importChangeSchema),
      }),
    )
    .describe('What the copy changed in each project of success; with dry_run, what it would change.'),
  failed: z.array(z.object({ project_id: z.int(), error_message: z.string() })),
})

export function copiedFlagsAnswer({ success, changes, failed }: CopiedFlags) {
  return {
    success: success.map((flag, index) => {
      const { copiedDependencyKeys: copied = [] } = changes[index] ?? {}
      return copied.length === 0 ? flagBody(flag) : { ...flagBody(flag), copied_dependency_keys: copied }
    }),
    changes: changes.map(({ projectId, sourceVersion, targetVersion, changes: made }) => {
      return { project_id: projectId, source_version: sourceVersion, target_version: targetVersion, changes: made }
    }),
    failed: failed.map(({ projectId, message }) => ({ project_id: projectId, error_message: message })),
  }
}

export const copyRequirementsBody = requestBody(
  copyFlagSchema.pick({ featureFlagKey: true, fromProject: true, targetProjectIds: true }),
  { refuseUnknownExcept: [] },
)

export const copyRequirementsAnswerSchema = z.object({
  can_copy_dependencies: z.boolean().describe('Whether copy_dependencies would create flags, and succeed everywhere.'),
  dependency_count: z.int().describe('Flags that the flag depends on, directly or over others.'),
  copied_dependency_keys: z.array(z.string()).describe('Flags that at least one project would get.'),
  reused_dependency_keys: z.array(z.string()).describe('Flags that every project has already.'),
  warnings: z.array(z.string()).describe('Why the copy would not succeed in a project.'),
  reason: z.string().describe('The result in a sentence.'),
})

export function copyRequirementsAnswer(
  requirements: Awaited<ReturnType<typeof copyRequirements>>,
): z.output<typeof copyRequirementsAnswerSchema> {
  return {
    can_copy_dependencies: requirements.canCopyDependencies,
    dependency_count: requirements.dependencyCount,
    copied_dependency_keys: [...requirements.copiedDependencyKeys],
    reused_dependency_keys: [...requirements.reusedDependencyKeys],
    warnings: [...requirements.warnings],
    reason: requirements.reason,
  }
}

const { id: flagId, name, created_by, created_at, filters: flagFilters, active, key } = flagSchema.shape

/** The flag that represents a key which exists in several projects. */
export const flagOfKeySchema = z.object({ id: flagId, team_id: z.int(), key, name, active, filters: flagFilters })

export function flagOfKeyBody(flag: FlagDetails) {
  const { id, key: flagKey, name: flagName, active: isOn, filters: sets } = flagBody(flag)
  return { id, team_id: flag.projectId, key: flagKey, name: flagName, active: isOn, filters: sets }
}

/** A flag in one of the projects of an organization. */
export const flagInProjectSchema = z.object({
  flag_id: z.int(),
  team_id: z.int(),
  key,
  created_by,
  filters: flagFilters,
  created_at,
  active,
})

export function flagInProjectBody(flag: FlagDetails) {
  const { id, key: flagKey, created_by: author, filters: sets, created_at: since, active: isOn } = flagBody(flag)
  return {
    flag_id: id,
    team_id: flag.projectId,
    key: flagKey,
    created_by: author,
    filters: sets,
    created_at: since,
    active: isOn,
  }
}
