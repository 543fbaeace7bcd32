import type { FlagDetails, FlagFilters, UpdatedFlag } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core'
import type { FlagWireName } from '@flagdeck/core/operations'
import { filterStructure, type UsedFlag } from '@flagdeck/core/operations'
import { z } from 'zod'
import { violationBodies } from '../../rest/problem.ts'
import type { DeepReadonly } from '../../rest/route.ts'
import { dateTime, timeOrNull, userBodyOrNull, userSchema } from './user.ts'

const { $schema: _, ...filtersJsonSchema } = z.toJSONSchema(filterStructure, { io: 'input', unrepresentable: 'any' })
// What is answered was checked when it was written; the schema is there to document it.
const filtersSchema = (z.unknown() as z.ZodType<FlagFilters>).meta(filtersJsonSchema)

/** A field of an answer: what may stand in it, and what does for a flag. */
interface AnsweredField<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema
  of(flag: FlagDetails): DeepReadonly<z.output<Schema>>
}

function field<Schema extends z.ZodType>(
  schema: Schema,
  of: (flag: FlagDetails) => DeepReadonly<z.output<Schema>>,
): AnsweredField<Schema> {
  return { schema, of }
}

const NONE: [] = []

/** A feature flag as the API answers it, in the order of the answer: the fields that clients have always been given, and newer ones. */
const ANSWERED_FIELDS = {
  id: field(z.int(), ({ id }) => id),
  name: field(
    z.string().describe('The description; the name is kept for backwards compatibility.'),
    ({ name }) => name,
  ),
  key: field(z.string(), ({ key }) => key),
  filters: field(filtersSchema, ({ filters }) => filters),
  deleted: field(z.boolean(), ({ deleted }) => deleted),
  active: field(z.boolean(), ({ active }) => active),
  archived: field(z.boolean(), ({ archived }) => archived),
  created_by: field(userSchema.nullable(), ({ createdBy }) => userBodyOrNull(createdBy)),
  created_at: field(dateTime(), ({ createdAt }) => formatTimestamp(createdAt)),
  updated_at: field(dateTime().nullable(), ({ updatedAt }) => timeOrNull(updatedAt)),
  version: field(z.int(), ({ version }) => version),
  last_modified_by: field(userSchema.nullable(), ({ lastModifiedBy }) => userBodyOrNull(lastModifiedBy)),
  is_simple_flag: field(z.boolean(), ({ isSimpleFlag }) => isSimpleFlag),
  rollout_percentage: field(z.number().nullable(), ({ rolloutPercentage }) => rolloutPercentage),
  ensure_experience_continuity: field(
    z.boolean().nullable(),
    ({ ensureExperienceContinuity }) => ensureExperienceContinuity,
  ),
  experiment_set: field(z.array(z.int()), () => NONE),
  experiment_set_metadata: field(
    z.array(z.object({ id: z.int(), name: z.string(), is_running: z.boolean() })),
    () => NONE,
  ),
  surveys: field(z.array(z.unknown()), () => NONE),
  features: field(z.array(z.unknown()), () => NONE),
  rollback_conditions: field(z.unknown(), ({ rollbackConditions }) => rollbackConditions),
  performed_rollback: field(z.boolean().nullable(), ({ performedRollback }) => performedRollback),
  can_edit: field(z.boolean(), ({ canEdit }) => canEdit),
  tags: field(z.array(z.string()), ({ tags }) => tags),
  evaluation_contexts: field(z.array(z.string()), ({ evaluationContexts }) => evaluationContexts),
  usage_dashboard: field(z.int().nullable(), ({ usageDashboardId }) => usageDashboardId),
  analytics_dashboards: field(z.array(z.int()), ({ analyticsDashboardIds }) => analyticsDashboardIds),
  has_enriched_analytics: field(z.boolean().nullable(), ({ hasEnrichedAnalytics }) => hasEnrichedAnalytics),
  user_access_level: field(z.enum(['none', 'viewer', 'editor', 'manager']), ({ userAccessLevel }) => userAccessLevel),
  is_remote_configuration: field(z.boolean().nullable(), ({ isRemoteConfiguration }) => isRemoteConfiguration),
  has_encrypted_payloads: field(z.boolean().nullable(), ({ hasEncryptedPayloads }) => hasEncryptedPayloads),
  status: field(z.enum(['ACTIVE', 'STALE', 'ARCHIVED', 'DELETED']), ({ status }) => STATUS[status]),
  evaluation_runtime: field(
    z.enum(['server', 'client', 'all']).nullable(),
    ({ evaluationRuntime }) => evaluationRuntime,
  ),
  bucketing_identifier: field(
    z.enum(['distinct_id', 'device_id']).nullable(),
    ({ bucketingIdentifier }) => bucketingIdentifier,
  ),
  owner: field(z.string().describe('Who looks after it; empty: nobody.'), ({ owner }) => owner),
  last_called_at: field(dateTime().nullable(), ({ lastCalledAt }) => timeOrNull(lastCalledAt)),
  is_used_in_replay_settings: field(z.boolean(), () => false),
  is_eligible_for_experiment: field(z.boolean(), ({ isEligibleForExperiment }) => isEligibleForExperiment),
} satisfies Record<FlagWireName, AnsweredField> & Record<string, AnsweredField>

type FlagShape = { [Name in keyof typeof ANSWERED_FIELDS]: (typeof ANSWERED_FIELDS)[Name]['schema'] }

const ENTRIES = Object.entries<AnsweredField>(ANSWERED_FIELDS)

export const flagSchema = z
  .object({
    ...(Object.fromEntries(ENTRIES.map(([name, { schema }]) => [name, schema])) as FlagShape), // of the same fields
    usage_7d: z.object({ exposures: z.int(), evaluations: z.int() }).optional(),
    warnings: z
      .array(z.object({ code: z.string(), detail: z.string(), attr: z.string().nullable() }))
      .optional()
      .describe('What was wrong with the flag before it was changed, and still is.'),
  })
  .meta({ id: 'FeatureFlag' })

type FlagBody = { readonly [Name in keyof FlagShape]: DeepReadonly<z.output<FlagShape[Name]>> }

export function flagBody(flag: FlagDetails): FlagBody {
  const body: Record<string, unknown> = {}
  for (const [name, { of }] of ENTRIES) body[name] = of(flag)
  return body as FlagBody // each field as its schema has it
}

/** {@link flagBody} with how much the flag was called lately. */
export function usedFlagBody(flag: UsedFlag) {
  return { ...flagBody(flag), usage_7d: flag.usage7d }
}

/** {@link flagBody} with what is still wrong with the flag, if anything is (FLAG-29). */
export function writtenFlagBody({ warnings, ...flag }: UpdatedFlag) {
  return warnings ? { ...flagBody(flag), warnings: violationBodies(warnings) } : flagBody(flag)
}

const STATUS = { active: 'ACTIVE', stale: 'STALE', archived: 'ARCHIVED', deleted: 'DELETED' } as const
