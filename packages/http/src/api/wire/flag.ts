import type { FlagDetails, FlagFilters, JsonObject, UsedFlag, WrittenFlag } from '@flagdeck/core'
import { EARLY_ACCESS_STAGES, type FlagWireName, filterStructure, formatTimestamp } from '@flagdeck/core/operations'
import * as z from 'zod'
import { violationBodies } from '../../rest/problem.ts'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { documentedAs } from './documented-as.ts'
import { previewAnswerSchema } from './impact.ts'
import { offeredFeatureBody, offeredFeatureSchema } from './offered-feature.ts'
import { dateTime, timeOrNull, userBodyOrNull, userSchema } from './user.ts'

const PAYLOADS = {
  type: ['object', 'null'],
  additionalProperties: {},
  description: 'By variant, or by `true`.',
} as const
// The values were validated when they were written, so the schema only documents them.
const filtersSchema = documentedAs<FlagFilters>(() => {
  const { $schema: _, ...filters } = z.toJSONSchema(filterStructure, { io: 'input', unrepresentable: 'any' })
  return { ...filters, properties: { ...filters.properties, payloads: PAYLOADS } }
}).register(z.globalRegistry, { id: 'FlagFilters' })

const payloadSchema = (z.unknown() as z.ZodType<JsonObject | null>).meta({
  type: ['object', 'null'],
  additionalProperties: {},
  description: 'The JSON Schema (2020-12, or draft-07 where it says so) that every payload keeps; null: none.',
})

/** The early access feature as a part of the flag, in versions, exports and copies of the flag. */
export const storedFeatureSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    stage: z.enum(EARLY_ACCESS_STAGES),
    documentation_url: z.string(),
    payload: z.record(z.string(), z.unknown()),
    created_at: dateTime(),
  })
  .meta({ id: 'EarlyAccess' })

/** The fields of a feature flag in responses: those that clients expect, and newer ones. */
const ANSWERED_FIELDS = {
  id: z.int(),
  name: z.string().describe('The description; the name is kept for backwards compatibility.'),
  key: z.string(),
  filters: filtersSchema,
  deleted: z.boolean(),
  active: z.boolean(),
  archived: z.boolean(),
  created_by: userSchema.nullable(),
  created_at: dateTime(),
  updated_at: dateTime().nullable(),
  version: z.int(),
  last_modified_by: userSchema.nullable(),
  is_simple_flag: z.boolean(),
  rollout_percentage: z
    .int()
    .nullable()
    .describe('Of a flag with one open condition, rounded down; `filters` has the exact percentage.'),
  ensure_experience_continuity: z.boolean().nullable(),
  experiment_set: z.array(z.int()),
  experiment_set_metadata: z.array(z.object({ id: z.int(), name: z.string(), is_running: z.boolean() })),
  surveys: z.array(z.unknown()),
  features: z.array(offeredFeatureSchema).describe('The early access feature of the flag, if it has one.'),
  rollback_conditions: z.unknown(),
  performed_rollback: z.boolean().nullable(),
  can_edit: z.boolean(),
  tags: z.array(z.string()),
  evaluation_contexts: z.array(z.string()),
  usage_dashboard: z.int().nullable(),
  analytics_dashboards: z.array(z.int()),
  has_enriched_analytics: z.boolean().nullable(),
  user_access_level: z.enum(['none', 'viewer', 'editor', 'manager']),
  is_remote_configuration: z.boolean().nullable(),
  has_encrypted_payloads: z.boolean().nullable(),
  status: z.enum(['ACTIVE', 'STALE', 'ARCHIVED', 'DELETED']),
  evaluation_runtime: z.enum(['server', 'client', 'all']).nullable(),
  bucketing_identifier: z.enum(['distinct_id', 'device_id']).nullable(),
  owner: z.string().describe('Who looks after it; empty: nobody.'),
  payload_schema: payloadSchema,
  early_access: storedFeatureSchema.nullable(),
  last_called_at: dateTime().nullable(),
  usage_reset_at: dateTime().nullable().describe('Since when its use is counted; null: since it was created.'),
  is_used_in_replay_settings: z.boolean(),
  is_eligible_for_experiment: z.boolean(),
} satisfies Record<FlagWireName, z.ZodType> & Record<string, z.ZodType>

const counts = z.array(z.int()).describe('Of each of the seven days, today last.')

/** The calls of today and the six days before (INSIGHT-52). */
const recentUsage = z.object({
  exposures: z.int(),
  evaluations: z.int(),
  by_day: z.object({ exposures: counts, evaluations: counts }),
})

export const flagSchema = z
  .object({
    ...ANSWERED_FIELDS,
    usage_7d: recentUsage.optional(),
    preview: previewAnswerSchema.optional().describe('Of a dry run: whose answers would change.'),
    warnings: z
      .array(z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() }))
      .optional()
      .describe(
        'What is wrong with it and was before, keys of its filters and fields of the body that nothing reads, and numbers that lost digits; nothing is refused.',
      ),
  })
  .meta({ id: 'FeatureFlag' })

type FlagBody = {
  readonly [Name in keyof typeof ANSWERED_FIELDS]: DeepReadonly<z.output<(typeof ANSWERED_FIELDS)[Name]>>
}

const NONE: [] = []

/**
 * The fields are in the order of the response. They are listed explicitly: an object that is built in a loop takes
 * thirty times as long.
 */
export function flagBody(flag: FlagDetails): FlagBody {
  return {
    id: flag.id,
    name: flag.name,
    key: flag.key,
    filters: flag.filters,
    deleted: flag.deleted,
    active: flag.active,
    archived: flag.archived,
    created_by: userBodyOrNull(flag.createdBy),
    created_at: formatTimestamp(flag.createdAt),
    updated_at: timeOrNull(flag.updatedAt),
    version: flag.version,
    last_modified_by: userBodyOrNull(flag.lastModifiedBy),
    is_simple_flag: flag.isSimpleFlag,
    // The service document and clients with static types use an integer here (HTTP-104).
    rollout_percentage: flag.rolloutPercentage === null ? null : Math.floor(flag.rolloutPercentage),
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    experiment_set: NONE,
    experiment_set_metadata: NONE,
    surveys: NONE,
    features: flag.earlyAccess === null || flag.deleted ? NONE : [offeredFeatureBody(flag, flag.earlyAccess)],
    rollback_conditions: flag.rollbackConditions,
    performed_rollback: flag.performedRollback,
    can_edit: flag.canEdit,
    tags: flag.tags,
    evaluation_contexts: flag.evaluationContexts,
    usage_dashboard: flag.usageDashboardId,
    analytics_dashboards: flag.analyticsDashboardIds,
    has_enriched_analytics: flag.hasEnrichedAnalytics,
    user_access_level: flag.userAccessLevel,
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    status: STATUS[flag.status],
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    owner: flag.owner,
    payload_schema: flag.payloadSchema,
    early_access: flag.earlyAccess,
    last_called_at: timeOrNull(flag.lastCalledAt),
    usage_reset_at: timeOrNull(flag.usageResetAt),
    is_used_in_replay_settings: false,
    is_eligible_for_experiment: flag.isEligibleForExperiment,
  }
}

/** {@link flagBody} with the recent usage of the flag. */
export function usedFlagBody(flag: UsedFlag) {
  const { byDay, ...totals } = flag.usage7d
  return { ...flagBody(flag), usage_7d: { ...totals, by_day: byDay } }
}

/** {@link flagBody} with the remaining problems of the flag, if there are any (FLAG-29). */
export function writtenFlagBody({ warnings, ...flag }: WrittenFlag) {
  return warnings ? { ...flagBody(flag), warnings: violationBodies(warnings) } : flagBody(flag)
}

const STATUS = { active: 'ACTIVE', stale: 'STALE', archived: 'ARCHIVED', deleted: 'DELETED' } as const
