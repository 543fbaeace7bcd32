import type { CohortMemberTable } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { CohortMemberColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { statement } from '../statement.ts'
import { type PageStatements, readPage } from './read-page.ts'

/** A list is one parameter, however long it is. Its length is limited by how long one statement may take. */
const ADDED_AT_ONCE = 5000

export function cohortMemberTable(context: SqlContext): (session: SqlSession) => CohortMemberTable {
  const { cohortsOf, cohortsOfEach, lockCohort, lockCohortsWith } = lookUps(context)
  const { insert, remove, changeCount, removeFromThese, countOneLess } = changes(context)
  const list = pages(context)
  return (session) => ({
    list: (projectId, cohortId, page) => readPage(session, list, { projectId, cohortId }, page, distinctIdFrom),
    async cohortsOf(projectId, distinctId, cohortIds) {
      const rows = await session.all(cohortsOf, { projectId, distinctId, cohortIds })
      return new Set(rows.map((row) => row.value))
    },
    async cohortsOfEach(projectId, distinctIds, cohortIds) {
      const rows = await session.all(cohortsOfEach, { projectId, distinctIds, cohortIds })
      const byPerson = Map.groupBy(rows, (row) => decodeText(row.distinct_id))
      return new Map([...byPerson].map(([id, own]) => [id, own.map((row) => row.cohort_id)]))
    },
    async add(projectId, cohortId, distinctIds) {
      // Two transactions that add the same members in different orders would deadlock without this lock.
      await session.first(lockCohort, { projectId, cohortId })
      let added = 0
      for (let at = 0; at < distinctIds.length; at += ADDED_AT_ONCE) {
        const part = distinctIds.slice(at, at + ADDED_AT_ONCE)
        added += await session.run(insert, { projectId, cohortId, distinctIds: part })
      }
      if (added > 0) await session.run(changeCount, { projectId, cohortId, by: added })
      return added
    },
    async remove(projectId, cohortId, distinctId) {
      await session.first(lockCohort, { projectId, cohortId })
      const removed = await session.run(remove, { projectId, cohortId, distinctId })
      if (removed > 0) await session.run(changeCount, { projectId, cohortId, by: -removed })
      return removed > 0
    },
    async removeFromAll(projectId, distinctId) {
      const locked = await session.all(lockCohortsWith, { projectId, distinctId })
      if (locked.length === 0) return []
      const cohortIds = locked.map(({ id }) => id)
      // A concurrent transaction may have removed the person while this one waited for the locks.
      const left = await session.all(removeFromThese, { projectId, distinctId, cohortIds })
      const leftIds = left.map((row) => row.cohort_id).sort((a, b) => a - b)
      await session.run(countOneLess, { projectId, cohortIds: leftIds })
      return leftIds
    },
  })
}

interface OfCohort {
  readonly projectId: number
  readonly cohortId: number
}

interface OfPerson {
  readonly projectId: number
  readonly distinctId: string
}

type InCohorts = OfPerson & { readonly cohortIds: readonly number[] }

function lookUps({ db, dialect }: SqlContext) {
  return {
    cohortsOf: statement((p: InCohorts) =>
      db
        .selectFrom(dialect.elements(p.cohortIds, 'bigint'))
        .select('element.value')
        .where(membership(db, p, 'element.value'), 'is not', null),
    ),
    cohortsOfEach: statement((p: { projectId: number; distinctIds: readonly string[]; cohortIds: readonly number[] }) =>
      db
        .selectFrom('cohort_members')
        .select(['distinct_id', 'cohort_id'])
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('cohort_id'), p.cohortIds, 'bigint'))
        .where(dialect.isOneOf(sql.ref('distinct_id'), p.distinctIds, 'text')),
    ),
    lockCohortsWith: statement((p: OfPerson) =>
      db
        .selectFrom('cohorts')
        .select('id')
        .where('project_id', '=', p.projectId)
        .where(membership(db, p, 'cohorts.id'), 'is not', null)
        // In a fixed order, so that two transactions that lock the same cohorts do not deadlock.
        .orderBy('id')
        .modifyEnd(sql.raw(dialect.rowLock)),
    ),
    lockCohort: statement((p: OfCohort) =>
      db
        .selectFrom('cohorts')
        .select('id')
        .where('project_id', '=', p.projectId)
        .where('id', '=', p.cohortId)
        .modifyEnd(sql.raw(dialect.rowLock)),
    ),
  }
}

/**
 * Selects the cohort's id if the person is a member, else null. It queries each cohort separately: with a join,
 * PostgreSQL might read all members of a project to find one of them.
 */
function membership(db: SqlContext['db'], p: OfPerson, cohortId: string) {
  return db
    .selectFrom('cohort_members as member')
    .select('member.cohort_id')
    .where('member.project_id', '=', p.projectId)
    .where('member.cohort_id', '=', sql.ref<number>(cohortId))
    .where('member.distinct_id', '=', p.distinctId)
}

function changes({ db, dialect }: SqlContext) {
  return {
    insert: statement((p: OfCohort & { distinctIds: readonly string[] }) =>
      db
        .insertInto('cohort_members')
        .columns(['project_id', 'cohort_id', 'distinct_id'])
        .expression((eb) =>
          eb
            .selectFrom(dialect.elements(p.distinctIds, 'text'))
            .select([eb.val(p.projectId).as('project_id'), eb.val(p.cohortId).as('cohort_id'), 'element.value'])
            // Without a condition, SQLite would parse `on conflict` as part of a join.
            .where(sql.lit(true)),
        )
        .onConflict((conflict) => conflict.doNothing()),
    ),
    remove: statement((p: OfCohort & { distinctId: string }) =>
      db
        .deleteFrom('cohort_members')
        .where('project_id', '=', p.projectId)
        .where('cohort_id', '=', p.cohortId)
        .where('distinct_id', '=', p.distinctId),
    ),
    removeFromThese: statement((p: InCohorts) =>
      db
        .deleteFrom('cohort_members')
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('cohort_id'), p.cohortIds, 'bigint'))
        .where('distinct_id', '=', p.distinctId)
        .returning('cohort_id'),
    ),
    countOneLess: statement((p: { projectId: number; cohortIds: readonly number[] }) =>
      db
        .updateTable('cohorts')
        .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('id'), p.cohortIds, 'bigint')),
    ),
    changeCount: statement((p: OfCohort & { by: number }) =>
      db
        .updateTable('cohorts')
        .set((eb) => ({ member_count: eb('member_count', '+', p.by) }))
        .where('project_id', '=', p.projectId)
        .where('id', '=', p.cohortId),
    ),
  }
}

type MemberRow = Pick<CohortMemberColumns, 'distinct_id'>

function pages({ db }: SqlContext): PageStatements<OfCohort, MemberRow> {
  return {
    count: statement((p) =>
      db
        .selectFrom('cohorts')
        .select('member_count as count')
        .where('project_id', '=', p.projectId)
        .where('id', '=', p.cohortId),
    ),
    rows: statement((p) =>
      db
        .selectFrom('cohort_members')
        .select('distinct_id')
        .where('project_id', '=', p.projectId)
        .where('cohort_id', '=', p.cohortId)
        .orderBy('distinct_id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

function distinctIdFrom(row: MemberRow): string {
  return decodeText(row.distinct_id)
}
