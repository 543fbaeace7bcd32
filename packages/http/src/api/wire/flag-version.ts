import type { FlagVersion } from '@flagdeck/core'
import { formatTimestamp } from '@flagdeck/core/operations'
import { z } from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { flagSchema } from './flag.ts'
import { dateTime } from './user.ts'
import { historicalBody, historicalFields } from './version.ts'

const SHOWN = flagSchema.pick({
  id: true,
  name: true,
  key: true,
  filters: true,
  deleted: true,
  active: true,
  archived: true,
  rollback_conditions: true,
  performed_rollback: true,
  ensure_experience_continuity: true,
  tags: true,
  evaluation_contexts: true,
  evaluation_runtime: true,
  bucketing_identifier: true,
  is_remote_configuration: true,
  has_encrypted_payloads: true,
  has_enriched_analytics: true,
  owner: true,
  payload_schema: true,
  analytics_dashboards: true,
})

/** A flag as it was at a version (HIST-5). */
export const flagVersionSchema = z
  .object({
    ...SHOWN.shape,
    created_at: dateTime(),
    created_by: z.int().nullable().describe('the id of who made the flag'),
    ...historicalFields,
  })
  .meta({ id: 'FeatureFlagVersion' })

export function flagVersionBody(flag: FlagVersion): DeepReadonly<z.output<typeof flagVersionSchema>> {
  return {
    id: flag.id,
    name: flag.name,
    key: flag.key,
    filters: flag.filters,
    deleted: flag.deleted,
    active: flag.active,
    archived: flag.archived,
    rollback_conditions: flag.rollbackConditions,
    performed_rollback: flag.performedRollback,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    tags: flag.tags,
    evaluation_contexts: flag.evaluationContexts,
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    has_enriched_analytics: flag.hasEnrichedAnalytics,
    owner: flag.owner,
    payload_schema: flag.payloadSchema,
    analytics_dashboards: flag.analyticsDashboardIds,
    created_at: formatTimestamp(flag.createdAt),
    created_by: flag.createdBy?.id ?? null,
    ...historicalBody(flag),
  }
}
