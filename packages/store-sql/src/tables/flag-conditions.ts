import type { FlagQuery, FlagType, StaleBefore } from '@flagdeck/core/store'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlDialect } from '../sql-dialect.ts'
import { DELETED, NOT_DELETED } from './not-deleted.ts'

type FlagExpressions = ExpressionBuilder<Schema & { flag: Schema['flags'] }, 'flag'>
type Condition = Expression<SqlBool>

/** A query whose parts are single values, which are parameters of statements. */
export type FlatFlagQuery = Omit<FlagQuery, 'stale' | 'mine'> & Partial<StaleMoments> & Partial<MineParts>

/** The times of {@link StaleBefore}; no time is before the empty text. */
type StaleMoments = { readonly [Name in keyof StaleBefore as `stale${Capitalize<Name>}`]: string }

/** The parts of `mine` of a query. */
interface MineParts {
  readonly mineCreatorId: number
  readonly mineOwners: readonly string[]
}

export function flatFlagQuery({ stale, mine, ...query }: FlagQuery): FlatFlagQuery {
  return {
    ...query,
    ...(mine && { mineCreatorId: mine.createdById, mineOwners: mine.ownersLower }),
    ...(stale && {
      staleCalled: stale.called ?? '',
      staleNeverCalled: stale.neverCalled ?? '',
      staleRolledOut: stale.rolledOut ?? '',
      staleConstant: stale.constant,
    }),
  }
}

/** JSON of null. */
const NO_EARLY_ACCESS = 'null'

/** Returns the conditions of a query for flags (as `flag`) of the project. */
export function flagConditions(dialect: SqlDialect, projectId: number, query: FlatFlagQuery) {
  return (eb: FlagExpressions): Condition =>
    eb.and([
      eb('flag.project_id', '=', projectId),
      eb('flag.deleted', '=', query.deleted ? DELETED : NOT_DELETED),
      ...(query.ids ? [dialect.isOneOf(sql.ref('flag.id'), query.ids, 'bigint')] : []),
      ...stateConditions(eb, query),
      ...textConditions(eb, query, dialect),
      ...labelConditions(eb, query, dialect),
    ])
}

function stateConditions(eb: FlagExpressions, query: FlatFlagQuery): Condition[] {
  const conditions: Condition[] = []
  if (query.active !== undefined) conditions.push(eb('flag.active', '=', query.active))
  if (query.archived !== undefined) conditions.push(eb('flag.archived', '=', query.archived))
  if (isAboutStale(query)) conditions.push(isStale(eb, query))
  if (query.type !== undefined) conditions.push(hasType(eb, query.type))
  // The same text as in the index `flags_early_access`, so that the database can use it.
  if (query.hasEarlyAccess) conditions.push(eb('flag.early_access', '<>', sql.lit(NO_EARLY_ACCESS)))
  if (query.usageDashboardId !== undefined) {
    conditions.push(eb('flag.usage_dashboard_id', '=', query.usageDashboardId))
  }
  if (query.evaluationRuntime !== undefined) {
    conditions.push(eb('flag.evaluation_runtime', '=', query.evaluationRuntime))
  }
  return conditions
}

/** Whether the query has these times; it has all of them or none. */
function isAboutStale(query: FlatFlagQuery): query is FlatFlagQuery & StaleMoments {
  return query.staleConstant !== undefined
}

function isStale(eb: FlagExpressions, before: StaleMoments): Condition {
  const isBefore = (column: Expression<unknown>, moment: string) => sql<boolean>`${column} < ${moment}`
  const since = sql`coalesce(flag.usage_reset_at, flag.created_at)`
  const lastChange = sql`coalesce(flag.updated_at, flag.created_at)`
  const outdated = eb.or([
    eb.and([eb('flag.is_fully_rolled_out', '=', true), isBefore(lastChange, before.staleRolledOut)]),
    isBefore(sql.ref('flag.last_called_at'), before.staleCalled),
    eb.and([
      eb('flag.last_called_at', 'is', null),
      eb.or([
        isBefore(since, before.staleNeverCalled),
        eb.and([eb('flag.is_fully_rolled_out', '=', true), isBefore(since, before.staleConstant)]),
      ]),
    ]),
  ])
  return eb.and([eb('flag.active', '=', true), eb('flag.deleted', '=', NOT_DELETED), outdated])
}

function hasType(eb: FlagExpressions, type: FlagType): Condition {
  switch (type) {
    case 'boolean':
      return eb('flag.is_multivariate', '=', false)
    case 'multivariant':
      return eb('flag.is_multivariate', '=', true)
    case 'remote_config':
      return eb('flag.is_remote_configuration', '=', true)
    case 'experiment':
      // Flagdeck has no experiments, so no flag belongs to one.
      return sql<boolean>`1 = 0`
  }
}

function textConditions(eb: FlagExpressions, query: FlatFlagQuery, dialect: SqlDialect): Condition[] {
  const conditions: Condition[] = []
  if (query.search !== undefined) conditions.push(dialect.contains(eb.ref('flag.search_text'), query.search))
  if (query.keyLower !== undefined) conditions.push(eb('flag.key_lower', '=', query.keyLower))
  if (query.ownerLower !== undefined) conditions.push(eb('flag.owner_lower', '=', query.ownerLower))
  if (query.excludedKeys) conditions.push(eb.not(dialect.isOneOf(eb.ref('flag.key'), query.excludedKeys, 'text')))
  return conditions
}

function labelConditions(eb: FlagExpressions, query: FlatFlagQuery, dialect: SqlDialect): Condition[] {
  const conditions: Condition[] = []
  const tags = eb.ref('flag.tags')
  if (query.createdByIds) {
    conditions.push(dialect.isOneOf(eb.ref('flag.created_by_id'), query.createdByIds, 'bigint'))
  }
  if (query.mineCreatorId !== undefined) {
    const owned = dialect.isOneOf(eb.ref('flag.owner_lower'), query.mineOwners ?? [], 'text')
    conditions.push(eb.or([eb('flag.created_by_id', '=', query.mineCreatorId), owned]))
  }
  if (query.tags) conditions.push(dialect.sharesElement(tags, query.tags))
  if (query.excludedTags) conditions.push(eb.not(dialect.sharesElement(tags, query.excludedTags)))
  if (query.hasEvaluationContexts !== undefined) {
    conditions.push(eb('flag.evaluation_contexts', query.hasEvaluationContexts ? '<>' : '=', '[]'))
  }
  return conditions
}
