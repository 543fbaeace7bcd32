import type { CohortTable } from '@flagdeck/core/store'
import { sql } from 'kysely'
import { booleanFrom } from '../column-values.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { type CohortRow, cohortFrom, cohortRowOf, cohortsWithCreator } from './cohort-row.ts'
import { insertedId } from './inserted-id.ts'
import { DELETED, NOT_DELETED } from './not-deleted.ts'
import { type PageStatements, readPage } from './read-page.ts'
import { withoutColumns } from './without-columns.ts'

export function cohortTable(context: SqlContext): (session: SqlSession) => CohortTable {
  const { find, listNames, listLive, changedSince } = lookUps(context)
  const { insert, update } = changes(context)
  const statements = Array.from({ length: SHAPES }, (_, shape) => pages(context, shape))
  return (session) => ({
    async find(projectId, cohortId) {
      const row = await session.first(find, { projectId, cohortId })
      return row && cohortFrom(row)
    },
    async listNames(projectId, cohortIds) {
      if (cohortIds.length === 0) return []
      return session.items(listNames, { projectId, cohortIds }, ({ deleted, ...cohort }) => ({
        ...cohort,
        deleted: booleanFrom(deleted),
      }))
    },
    list(projectId, query, page) {
      const { search = '', ids = [] } = query
      // Statements exist for all shapes.
      const pageStatements = statements[shapeOf(query)] as ReturnType<typeof pages>
      return readPage(session, pageStatements, { projectId, search, ids }, page, cohortFrom)
    },
    listLive: (projectId) => session.items(listLive, { projectId }, cohortFrom),
    changedSince: (projectId, projectVersion) => session.items(changedSince, { projectId, projectVersion }, cohortFrom),
    async insert(cohort, index) {
      const id = insertedId(await session.first(insert, cohortRowOf(cohort, index)))
      return { ...cohort, id, memberCount: cohort.isStatic ? 0 : null }
    },
    update: async (cohort, index) => (await session.run(update, { ...cohortRowOf(cohort, index), id: cohort.id })) > 0,
  })
}

interface OfProject {
  readonly projectId: number
}

function lookUps(context: SqlContext) {
  const cohortsOf = (p: OfProject) => cohortsWithCreator(context).where('cohort.project_id', '=', p.projectId)
  return {
    find: statement((p: OfProject & { cohortId: number }) => cohortsOf(p).where('cohort.id', '=', p.cohortId)),
    listNames: statement((p: OfProject & { readonly cohortIds: readonly number[] }) =>
      context.db
        .selectFrom('cohorts as cohort')
        .where('cohort.project_id', '=', p.projectId)
        .where(context.dialect.isOneOf(sql.ref('cohort.id'), p.cohortIds, 'bigint'))
        .select(['cohort.id', 'cohort.name', 'cohort.deleted']),
    ),
    listLive: statement((p: OfProject) => cohortsOf(p).where('cohort.deleted', '=', NOT_DELETED).orderBy('cohort.id')),
    changedSince: statement((p: OfProject & { projectVersion: number }) =>
      cohortsOf(p).where('cohort.project_version', '>', p.projectVersion).orderBy('cohort.id'),
    ),
  }
}

interface Chosen extends OfProject {
  readonly search: string
  readonly ids: readonly number[]
}

/**
 * One statement for each combination of filters, with a bit each: a search, deleted cohorts, static ones, dynamic ones,
 * and ids.
 */
const SHAPES = 32
const [SEARCHING, GONE, STATIC, DYNAMIC, CHOOSING] = [1, 2, 4, 8, 16]

function shapeOf({ search, deleted, isStatic, ids }: Parameters<CohortTable['list']>[1]): number {
  const kind = isStatic === undefined ? 0 : isStatic ? STATIC : DYNAMIC
  const chosen = ids === undefined ? 0 : CHOOSING
  return (search === undefined ? 0 : SEARCHING) | (deleted ? GONE : 0) | kind | chosen
}

function pages(context: SqlContext, shape: number): PageStatements<Chosen, CohortRow> {
  const { db, dialect } = context
  const matching = (p: Chosen) =>
    db
      .selectFrom('cohorts as cohort')
      .where('cohort.project_id', '=', p.projectId)
      .where('cohort.deleted', '=', shape & GONE ? DELETED : NOT_DELETED)
      .$if((shape & STATIC) > 0, (cohorts) => cohorts.where('cohort.is_static', '=', sql.lit(true)))
      .$if((shape & DYNAMIC) > 0, (cohorts) => cohorts.where('cohort.is_static', '=', sql.lit(false)))
      .$if((shape & SEARCHING) > 0, (cohorts) =>
        cohorts.where(dialect.contains(sql.ref('cohort.name_lower'), p.search)),
      )
      .$if((shape & CHOOSING) > 0, (cohorts) => cohorts.where(dialect.isOneOf(sql.ref('cohort.id'), p.ids, 'bigint')))
  return {
    count: statement((p) => matching(p).select(db.fn.countAll<number>().as('count'))),
    // Finds the page first and then reads its cohorts, so that skipped rows are not read.
    rows: statement((p) => {
      const ids = matching(p)
        .select('cohort.id')
        .orderBy('cohort.created_at', 'desc')
        .orderBy('cohort.id', 'desc')
        .limit(p.limit)
        .offset(p.offset)
      return cohortsWithCreator(context)
        .innerJoin(ids.as('page'), 'page.id', 'cohort.id')
        .orderBy('cohort.created_at', 'desc')
        .orderBy('cohort.id', 'desc')
    }),
  }
}

type Written = ReturnType<typeof cohortRowOf>

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: Written) =>
      db
        .insertInto('cohorts')
        .values({ ...row, member_count: sql.lit(0) })
        .returning('id'),
    ),
    update: rowStatement((row: Written & { readonly id: number }) =>
      db
        .updateTable('cohorts')
        .set(withoutColumns(row, 'id', 'project_id', 'created_by_id'))
        .where('project_id', '=', row.project_id)
        .where('id', '=', row.id),
    ),
  }
}
