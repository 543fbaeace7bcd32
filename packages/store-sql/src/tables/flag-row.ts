import type { Flag } from '@flagdeck/core'
import type { FlagIndex, NewFlag } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { type FlagColumns, type FlagQueryColumns, KEPT_FLAG, type ReadFlagColumns } from '../flag-columns.ts'
import type { KeptField } from '../kept-field.ts'
import type { SqlContext } from '../sql-context.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'

export type FlagRow = Selectable<ReadFlagColumns> & PerhapsUser<'creator'> & PerhapsUser<'modifier'>

// The table says that each column takes what its field has; a list of its entries forgets that.
const KEPT = Object.entries(KEPT_FLAG) as unknown as readonly (readonly [keyof typeof KEPT_FLAG, KeptField<unknown>])[]

const READ_COLUMNS = Object.values(KEPT_FLAG).map(({ column }) => `flag.${column}` as const)

/** Flags (as `flag`), each with both of its users. */
export function flagsWithUsers({ db }: SqlContext) {
  return db
    .selectFrom('flags as flag')
    .leftJoin('users as creator', 'creator.id', 'flag.created_by_id')
    .leftJoin('users as modifier', 'modifier.id', 'flag.last_modified_by_id')
    .select(['flag.id', ...READ_COLUMNS, ...userColumns('creator'), ...userColumns('modifier')])
}

const creatorFrom = perhapsJoinedUser('creator')
const modifierFrom = perhapsJoinedUser('modifier')

/** Field by field: an object that is put together in a loop is one that everybody behind it is slow with. */
export function flagFrom(row: FlagRow): Flag {
  const createdBy = creatorFrom(row)
  return {
    id: row.id,
    createdBy,
    // Most often they are the same.
    lastModifiedBy: row.modifier_id === row.creator_id ? createdBy : modifierFrom(row),
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
    usageDashboardId: KEPT_FLAG.usageDashboardId.read(row.usage_dashboard_id),
    analyticsDashboardIds: KEPT_FLAG.analyticsDashboardIds.read(row.analytics_dashboard_ids),
    lastCalledAt: KEPT_FLAG.lastCalledAt.read(row.last_called_at),
    usageKey: KEPT_FLAG.usageKey.read(row.usage_key),
  }
}

/** What the columns for queries have. */
const FOR_QUERIES: { readonly [Column in keyof FlagQueryColumns]: (flag: NewFlag, index: FlagIndex) => unknown } = {
  key_lower: (_, { keyLower }) => keyLower,
  owner_lower: (_, { ownerLower }) => ownerLower,
  search_text: (_, { searchText }) => searchText,
  is_multivariate: (_, { isMultivariate }) => isMultivariate,
  is_fully_rolled_out: (_, { isFullyRolledOut }) => isFullyRolledOut,
  created_by_id: ({ createdBy }) => createdBy?.id ?? null,
  last_modified_by_id: ({ lastModifiedBy }) => lastModifiedBy?.id ?? null,
}

type WrittenColumn = keyof Insertable<FlagColumns>

/** Every column that is written; the database gives the id. */
export const WRITTEN_COLUMNS = [
  ...Object.values(KEPT_FLAG).map(({ column }) => column),
  ...Object.keys(FOR_QUERIES),
] as readonly WrittenColumn[] // those of both tables

export function flagRowOf(flag: NewFlag, index: FlagIndex): Insertable<FlagColumns> {
  const fields = KEPT.map(([field, { column, write }]) => [column, write(flag[field])])
  const forQueries = Object.entries(FOR_QUERIES).map(([column, make]) => [column, make(flag, index)])
  return Object.fromEntries([...fields, ...forQueries]) // every column that is written
}
