import type { Flag } from '@flagdeck/core'
import type { GeneratedAlways } from 'kysely'
import {
  boolean,
  booleanOrNull,
  type ColumnsOf,
  ids,
  json,
  type KeptField,
  labels,
  number,
  numberOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
  wordOrNull,
} from './kept-field.ts'
import type { BooleanColumn } from './schema.ts'

/** The database assigns the id, and users are joined. */
type KeptFlagField = Exclude<keyof Flag, 'id' | 'createdBy' | 'lastModifiedBy'>

/** The columns for the fields of a flag. Reads, inserts and updates are derived from it. */
export const KEPT_FLAG = {
  projectId: number('project_id'),
  key: text('key'),
  name: text('name'),
  filters: json<Flag['filters']>()('filters'),
  active: boolean('active'),
  deleted: boolean('deleted'),
  archived: boolean('archived'),
  createdAt: time('created_at'),
  updatedAt: timeOrNull('updated_at'),
  version: number('version'),
  projectVersion: number('project_version'),
  ensureExperienceContinuity: booleanOrNull('ensure_experience_continuity'),
  rollbackConditions: json<Flag['rollbackConditions']>()('rollback_conditions'),
  performedRollback: booleanOrNull('performed_rollback'),
  tags: labels('tags'),
  evaluationContexts: labels('evaluation_contexts'),
  evaluationRuntime: wordOrNull<NonNullable<Flag['evaluationRuntime']>>()('evaluation_runtime'),
  bucketingIdentifier: wordOrNull<NonNullable<Flag['bucketingIdentifier']>>()('bucketing_identifier'),
  isRemoteConfiguration: booleanOrNull('is_remote_configuration'),
  hasEncryptedPayloads: booleanOrNull('has_encrypted_payloads'),
  hasEnrichedAnalytics: booleanOrNull('has_enriched_analytics'),
  owner: text('owner'),
  payloadSchema: json<Flag['payloadSchema']>()('payload_schema'),
  earlyAccess: json<Flag['earlyAccess']>()('early_access'),
  usageDashboardId: numberOrNull('usage_dashboard_id'),
  analyticsDashboardIds: ids('analytics_dashboard_ids'),
  lastCalledAt: timeOrNull('last_called_at'),
  usageKey: textOrNull('usage_key'),
  usageOrigin: textOrNull('usage_origin'),
  usageResetAt: timeOrNull('usage_reset_at'),
} as const satisfies { readonly [Field in KeptFlagField]: KeptField<Flag[Field]> }

/** Columns by which lists filter and users are joined; they are never read. */
export interface FlagQueryColumns {
  key_lower: string
  owner_lower: string
  search_text: string
  is_multivariate: BooleanColumn
  is_fully_rolled_out: BooleanColumn
  structure_bytes: number
  created_by_id: number | null
  last_modified_by_id: number | null
}

/** The columns of a flag that are read, without those of its users. */
export interface ReadFlagColumns extends ColumnsOf<typeof KEPT_FLAG> {
  id: GeneratedAlways<number>
}

export interface FlagColumns extends ReadFlagColumns, FlagQueryColumns {}
