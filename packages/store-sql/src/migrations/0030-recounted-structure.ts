import { structureBytes } from '@flagdeck/core/store'
import { sql } from 'kysely'
import { documentFrom } from '../column-values.ts'
import { listsText } from '../lists-text.ts'
import { type SqlContext, sqlContext } from '../sql-context.ts'
import { SqlSession } from '../sql-session.ts'
import { NOT_DELETED } from '../tables/not-deleted.ts'
import type { Migration } from './migration.ts'

/**
 * Counts the structure bytes of all live flags and cohorts again. Rows from before 0026 have 0, and other rows do not
 * include the entries of long lists. A deleted row is counted when it is restored.
 */
export const recountedStructure: Migration = {
  name: '0030-recounted-structure',
  statements: () => [],
  async changeRows(connection, dialect) {
    const context = sqlContext(dialect)
    const session = new SqlSession(connection)
    let projects = await nextProjects(session, context, 0)
    for (let last = projects.at(-1); last !== undefined; last = projects.at(-1)) {
      for (const table of ['flags', 'cohorts'] as const) {
        for (const ids of await portions(session, context, table, projects)) await recount(session, context, table, ids)
      }
      projects = await nextProjects(session, context, last)
    }
  },
}

const PROJECTS_AT_ONCE = 50
const [ROWS_AT_ONCE, BYTES_AT_ONCE] = [100, 4 * 1024 * 1024]
const DOCUMENTS = { flags: ['filters', 'rollback_conditions', 'payload_schema'], cohorts: ['properties'] } as const
type Table = keyof typeof DOCUMENTS

/**
 * Locks the next projects, and returns their ids. Every write of flags and cohorts locks its project first, so none
 * changes these rows concurrently.
 */
async function nextProjects(session: SqlSession, { db, dialect }: SqlContext, after: number): Promise<number[]> {
  const rows = await session.query(
    db
      .selectFrom('projects')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PROJECTS_AT_ONCE)
      .modifyEnd(sql.raw(dialect.rowLock)),
  )
  return rows.map(({ id }) => id)
}

/** Returns the ids of live rows, in lists whose rows fit into memory together. */
async function portions(
  session: SqlSession,
  { db, dialect }: SqlContext,
  table: Table,
  projects: readonly number[],
): Promise<readonly (readonly number[])[]> {
  const bytes = DOCUMENTS[table].map((column) => sql<number>`octet_length(${sql.ref(column)})`)
  const rows = await session.query(
    db
      .selectFrom(table)
      .select(['id', sql<number>`${sql.join(bytes, sql` + `)}`.as('bytes')])
      .where('deleted', '=', NOT_DELETED)
      .where(dialect.isOneOf(sql.ref('project_id'), projects, 'bigint'))
      .orderBy('id'),
  )
  const lists: number[][] = []
  let [list, room]: [number[], number] = [[], -1]
  for (const row of rows) {
    room -= row.bytes
    if (room < 0 || list.length === ROWS_AT_ONCE) {
      list = []
      room = BYTES_AT_ONCE - row.bytes
      lists.push(list)
    }
    list.push(row.id)
  }
  return lists
}

async function recount(session: SqlSession, { db, dialect }: SqlContext, table: Table, ids: readonly number[]) {
  const documents = DOCUMENTS[table].map((column) => sql<string>`${sql.ref(column)}`.as(column))
  const isHere = dialect.isOneOf(sql.ref('id'), ids, 'bigint')
  const rows = await session.query(
    db
      .selectFrom(table)
      .select(['id', 'structure_bytes', ...documents])
      .where(isHere)
      .orderBy('id'),
  )
  const changed = rows.flatMap(({ id, structure_bytes: before, ...texts }) => {
    const bytes = Object.values(texts).reduce((sum, text) => sum + structureBytes(documentFrom<object>(text)), 0)
    return bytes === before ? [] : [[id, bytes] as const]
  })
  if (changed.length === 0) return
  const counted = db
    .selectFrom(dialect.rows(listsText(changed), { id: 'bigint', bytes: 'bigint' }))
    .select('added.bytes')
    .where('added.id', '=', sql.ref<number>(`${table}.id`))
  const changedIds = changed.map(([id]) => id)
  await session.query(
    db
      .updateTable(table)
      .set({ structure_bytes: sql<number>`(${counted})` })
      .where(dialect.isOneOf(sql.ref('id'), changedIds, 'bigint')),
  )
}
