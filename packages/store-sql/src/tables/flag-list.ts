import type { Flag, Page, PageRequest } from '@flagdeck/core'
import type { FlagOrderField, FlagQuery } from '@flagdeck/core/store'
import type { SelectQueryBuilder, StringReference } from 'kysely'
import type { Schema } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { type FlatFlagQuery, flagConditions, flatFlagQuery } from './flag-conditions.ts'
import { type FlagRow, flagFrom, flagsWithUsers } from './flag-row.ts'
import { queryShapes } from './query-shape.ts'
import { type PageStatements, readPage } from './read-page.ts'

const { inShapeOf, madeOnceForEach } = queryShapes<FlatFlagQuery>([
  ...(['order', 'type', 'hasEvaluationContexts', 'hasEarlyAccess', 'deleted'] as const),
])

/** Returns a function that reads one page of the flags that match a query. */
export function flagList(context: SqlContext) {
  const statementsFor = madeOnceForEach((query) => listStatements(context, query))
  return (session: SqlSession, projectId: number, query: FlagQuery, page: PageRequest): Promise<Page<Flag>> => {
    const flat = flatFlagQuery(query)
    return readPage(session, statementsFor(flat), { ...flat, projectId }, page, flagFrom)
  }
}

type ListParameters = FlatFlagQuery & { readonly projectId: number }

/** Returns the statements for all queries of the shape of `query`. */
function listStatements(context: SqlContext, query: FlatFlagQuery): PageStatements<ListParameters, FlagRow> {
  const { db, dialect } = context
  const matching = (p: ListParameters) =>
    db.selectFrom('flags as flag').where(flagConditions(dialect, p.projectId, inShapeOf(query, p)))
  return {
    count: statement((p: ListParameters) => matching(p).select(db.fn.countAll<number>().as('count'))),
    // Finds the page first and then reads its flags, so that skipped rows are not read.
    rows: statement((p: ListParameters & PageRequest) => {
      const ids = inOrder(matching(p).select('flag.id'), query.order).limit(p.limit).offset(p.offset)
      return inOrder(flagsWithUsers(context).innerJoin(ids.as('page'), 'page.id', 'flag.id'), query.order)
    }),
  }
}

type WithFlag = Schema & { flag: Schema['flags'] }

const ORDER_COLUMNS = {
  id: 'flag.id',
  key: 'flag.key',
  name: 'flag.name',
  active: 'flag.active',
  archived: 'flag.archived',
  createdAt: 'flag.created_at',
  updatedAt: 'flag.updated_at',
  createdById: 'flag.created_by_id',
  lastModifiedById: 'flag.last_modified_by_id',
  version: 'flag.version',
  ensureExperienceContinuity: 'flag.ensure_experience_continuity',
  performedRollback: 'flag.performed_rollback',
  evaluationRuntime: 'flag.evaluation_runtime',
  bucketingIdentifier: 'flag.bucketing_identifier',
  isRemoteConfiguration: 'flag.is_remote_configuration',
  hasEncryptedPayloads: 'flag.has_encrypted_payloads',
  lastCalledAt: 'flag.last_called_at',
  owner: 'flag.owner',
} as const satisfies Record<FlagOrderField, StringReference<WithFlag, 'flag'>>

/** Fields that are never null: without a clause for nulls, an index can provide their order. */
const NEVER_NULL: readonly FlagOrderField[] = [
  'id',
  'key',
  'name',
  'active',
  'archived',
  'createdAt',
  'version',
  'owner',
]

function inOrder<Output>(
  flags: SelectQueryBuilder<WithFlag, 'flag', Output>,
  { field, descending }: FlagQuery['order'],
): SelectQueryBuilder<WithFlag, 'flag', Output> {
  const ordered = flags.orderBy(ORDER_COLUMNS[field], (column) => {
    const directed = descending ? column.desc() : column.asc()
    if (NEVER_NULL.includes(field)) return directed
    return descending ? directed.nullsFirst() : directed.nullsLast()
  })
  return field === 'id' ? ordered : ordered.orderBy('flag.id', 'desc')
}
