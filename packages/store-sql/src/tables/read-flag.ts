// Written by `pnpm generate` from ../flag-columns.ts; do not edit.
import type { Flag, User } from '@flagdeck/core'
import type { Selectable } from 'kysely'
import { KEPT_FLAG, type ReadFlagColumns } from '../flag-columns.ts'

/** A flag from what is kept of it in its row, and from its users, which are joined. */
export function readFlag(row: Selectable<ReadFlagColumns>, createdBy: User | null, lastModifiedBy: User | null): Flag {
  return {
    id: row.id,
    createdBy,
    lastModifiedBy,
    projectId: KEPT_FLAG.projectId.read(row.project_id),
    key: KEPT_FLAG.key.read(row.key),
    name: KEPT_FLAG.name.read(row.name),
    filters: KEPT_FLAG.filters.read(row.filters),
    active: KEPT_FLAG.active.read(row.active),
    deleted: KEPT_FLAG.deleted.read(row.deleted),
    archived: KEPT_FLAG.archived.read(row.archived),
    createdAt: KEPT_FLAG.createdAt.read(row.created_at),
    updatedAt: KEPT_FLAG.updatedAt.read(row.updated_at),
    version: KEPT_FLAG.version.read(row.version),
    projectVersion: KEPT_FLAG.projectVersion.read(row.project_version),
    ensureExperienceContinuity: KEPT_FLAG.ensureExperienceContinuity.read(row.ensure_experience_continuity),
    rollbackConditions: KEPT_FLAG.rollbackConditions.read(row.rollback_conditions),
    performedRollback: KEPT_FLAG.performedRollback.read(row.performed_rollback),
    tags: KEPT_FLAG.tags.read(row.tags),
    evaluationContexts: KEPT_FLAG.evaluationContexts.read(row.evaluation_contexts),
    evaluationRuntime: KEPT_FLAG.evaluationRuntime.read(row.evaluation_runtime),
    bucketingIdentifier: KEPT_FLAG.bucketingIdentifier.read(row.bucketing_identifier),
    isRemoteConfiguration: KEPT_FLAG.isRemoteConfiguration.read(row.is_remote_configuration),
    hasEncryptedPayloads: KEPT_FLAG.hasEncryptedPayloads.read(row.has_encrypted_payloads),
    hasEnrichedAnalytics: KEPT_FLAG.hasEnrichedAnalytics.read(row.has_enriched_analytics),
    owner: KEPT_FLAG.owner.read(row.owner),
    payloadSchema: KEPT_FLAG.payloadSchema.read(row.payload_schema),
    earlyAccess: KEPT_FLAG.earlyAccess.read(row.early_access),
    usageDashboardId: KEPT_FLAG.usageDashboardId.read(row.usage_dashboard_id),
    analyticsDashboardIds: KEPT_FLAG.analyticsDashboardIds.read(row.analytics_dashboard_ids),
    lastCalledAt: KEPT_FLAG.lastCalledAt.read(row.last_called_at),
    usageKey: KEPT_FLAG.usageKey.read(row.usage_key),
    usageOrigin: KEPT_FLAG.usageOrigin.read(row.usage_origin),
    usageResetAt: KEPT_FLAG.usageResetAt.read(row.usage_reset_at),
  }
}
