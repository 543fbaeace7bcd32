import type { Flag, FlagIndex, NewFlag } from '@flagdeck/core'
import type { Insertable, Selectable } from 'kysely'
import { booleanFrom, documentFrom, idsFrom, timestampFrom } from '../column-values.ts'
import type { FlagColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import { decodeText } from '../sql-value.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { labelsFrom, labelsOf } from './labels.ts'

/** Columns that are there for lists to filter by and for the users to be joined by, and never read. */
type ForQueriesOnly =
  | 'key_lower'
  | 'search_text'
  | 'is_multivariate'
  | 'is_fully_rolled_out'
  | 'created_by_id'
  | 'last_modified_by_id'

export type FlagRow = Selectable<Omit<FlagColumns, ForQueriesOnly>> & PerhapsUser<'creator'> & PerhapsUser<'modifier'>

const FLAG_COLUMNS = [
  'flag.id',
  'flag.project_id',
  'flag.key',
  'flag.name',
  'flag.filters',
  'flag.active',
  'flag.deleted',
  'flag.archived',
  'flag.created_at',
  'flag.updated_at',
  'flag.version',
  'flag.project_version',
  'flag.ensure_experience_continuity',
  'flag.rollback_conditions',
  'flag.performed_rollback',
  'flag.tags',
  'flag.evaluation_contexts',
  'flag.evaluation_runtime',
  'flag.bucketing_identifier',
  'flag.is_remote_configuration',
  'flag.has_encrypted_payloads',
  'flag.has_enriched_analytics',
  'flag.usage_dashboard_id',
  'flag.analytics_dashboard_ids',
  'flag.last_called_at',
  'flag.usage_key',
] as const

/** Flags (as `flag`), each with both of its users. */
export function flagsWithUsers({ db }: SqlContext) {
  return db
    .selectFrom('flags as flag')
    .leftJoin('users as creator', 'creator.id', 'flag.created_by_id')
    .leftJoin('users as modifier', 'modifier.id', 'flag.last_modified_by_id')
    .select([...FLAG_COLUMNS, ...userColumns('creator'), ...userColumns('modifier')])
}

const creatorFrom = perhapsJoinedUser('creator')
const modifierFrom = perhapsJoinedUser('modifier')

export function flagFrom(row: FlagRow): Flag {
  const createdBy = creatorFrom(row)
  return {
    id: row.id,
    projectId: row.project_id,
    key: decodeText(row.key),
    name: decodeText(row.name),
    filters: documentFrom(row.filters),
    active: booleanFrom(row.active),
    deleted: booleanFrom(row.deleted),
    archived: booleanFrom(row.archived),
    createdBy,
    createdAt: timestampFrom(row.created_at),
    // Most often they are the same.
    lastModifiedBy: row.modifier_id === row.creator_id ? createdBy : modifierFrom(row),
    updatedAt: timestampFrom(row.updated_at),
    version: row.version,
    projectVersion: row.project_version,
    ensureExperienceContinuity: booleanFrom(row.ensure_experience_continuity),
    rollbackConditions: documentFrom(row.rollback_conditions),
    performedRollback: booleanFrom(row.performed_rollback),
    tags: labelsFrom(row.tags),
    evaluationContexts: labelsFrom(row.evaluation_contexts),
    // Only runtimes and identifiers are ever written to these columns.
    evaluationRuntime: row.evaluation_runtime as Flag['evaluationRuntime'],
    bucketingIdentifier: row.bucketing_identifier as Flag['bucketingIdentifier'],
    isRemoteConfiguration: booleanFrom(row.is_remote_configuration),
    hasEncryptedPayloads: booleanFrom(row.has_encrypted_payloads),
    hasEnrichedAnalytics: booleanFrom(row.has_enriched_analytics),
    usageDashboardId: row.usage_dashboard_id,
    analyticsDashboardIds: idsFrom(row.analytics_dashboard_ids),
    lastCalledAt: timestampFrom(row.last_called_at),
    usageKey: row.usage_key === null ? null : decodeText(row.usage_key),
  }
}

export function flagRowOf(flag: NewFlag, index: FlagIndex): Insertable<FlagColumns> {
  return {
    project_id: flag.projectId,
    key: flag.key,
    key_lower: index.keyLower,
    name: flag.name,
    search_text: index.searchText,
    filters: JSON.stringify(flag.filters),
    is_multivariate: index.isMultivariate,
    is_fully_rolled_out: index.isFullyRolledOut,
    active: flag.active,
    deleted: flag.deleted,
    archived: flag.archived,
    created_by_id: flag.createdBy?.id ?? null,
    created_at: flag.createdAt,
    last_modified_by_id: flag.lastModifiedBy?.id ?? null,
    updated_at: flag.updatedAt,
    version: flag.version,
    project_version: flag.projectVersion,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    rollback_conditions: JSON.stringify(flag.rollbackConditions),
    performed_rollback: flag.performedRollback,
    tags: labelsOf(flag.tags),
    evaluation_contexts: labelsOf(flag.evaluationContexts),
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    has_enriched_analytics: flag.hasEnrichedAnalytics,
    usage_dashboard_id: flag.usageDashboardId,
    analytics_dashboard_ids: JSON.stringify(flag.analyticsDashboardIds),
    last_called_at: flag.lastCalledAt,
    usage_key: flag.usageKey,
  }
}
