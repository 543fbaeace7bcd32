import type { FlagRoleAccess, FlagRoleAccessTable } from '@flagdeck/core/store'
import { type Selectable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { FlagRoleAccessColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { type PageStatements, readPage } from './read-page.ts'

type AccessRow = Selectable<Omit<FlagRoleAccessColumns, 'project_id' | 'organization_id'>>

interface OfFlag {
  readonly projectId: number
  readonly flagId: number
}

export function flagRoleAccessTable(context: SqlContext): (session: SqlSession) => FlagRoleAccessTable {
  const { find, open, insert, remove } = statements(context)
  const list = pages(context)
  return (session) => ({
    async find(projectId, flagId, id) {
      const row = await session.first(find, { projectId, flagId, id })
      return row && accessFrom(row)
    },
    list: (projectId, flagId, page) => readPage(session, list, { projectId, flagId }, page, accessFrom),
    async flagsOpenTo(projectId, flagIds, roleIds) {
      const rows = await session.all(open, { projectId, flagIds, roleIds })
      return new Set(rows.map((row) => row.flag_id))
    },
    async insert(projectId, access) {
      const id = insertedId(await session.first(insert, { projectId, ...access }))
      return { ...access, id }
    },
    delete: async (projectId, flagId, id) => (await session.run(remove, { projectId, flagId, id })) > 0,
  })
}

function entries({ db }: SqlContext) {
  return db.selectFrom('flag_role_access').select(['id', 'flag_id', 'role_id', 'added_at', 'updated_at'])
}

function statements(context: SqlContext) {
  const { db, dialect } = context
  return {
    find: statement((p: OfFlag & { id: number }) =>
      entries(context).where('project_id', '=', p.projectId).where('flag_id', '=', p.flagId).where('id', '=', p.id),
    ),
    open: statement((p: { projectId: number; flagIds: readonly number[]; roleIds: readonly string[] }) =>
      db
        .selectFrom('flag_role_access')
        .select('flag_id')
        .distinct()
        .where('project_id', '=', p.projectId)
        .where(dialect.isOneOf(sql.ref('flag_id'), p.flagIds, 'bigint'))
        .where(dialect.isOneOf(sql.ref('role_id'), p.roleIds, 'text')),
    ),
    insert: statement((p: Omit<FlagRoleAccess, 'id'> & { projectId: number }) =>
      db
        .insertInto('flag_role_access')
        .values({
          project_id: p.projectId,
          organization_id: sql<string>`(select organization_id from projects where id = ${p.projectId})`,
          flag_id: p.flagId,
          role_id: p.roleId,
          added_at: p.addedAt,
          updated_at: p.updatedAt,
        })
        .returning('id'),
    ),
    remove: statement((p: OfFlag & { id: number }) =>
      db
        .deleteFrom('flag_role_access')
        .where('project_id', '=', p.projectId)
        .where('flag_id', '=', p.flagId)
        .where('id', '=', p.id),
    ),
  }
}

function pages(context: SqlContext): PageStatements<OfFlag, AccessRow> {
  const { db } = context
  return {
    count: statement((p) =>
      db
        .selectFrom('flag_role_access')
        .select(db.fn.countAll<number>().as('count'))
        .where('project_id', '=', p.projectId)
        .where('flag_id', '=', p.flagId),
    ),
    rows: statement((p) =>
      entries(context)
        .where('project_id', '=', p.projectId)
        .where('flag_id', '=', p.flagId)
        .orderBy('id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

function accessFrom(row: AccessRow): FlagRoleAccess {
  return {
    id: row.id,
    flagId: row.flag_id,
    roleId: row.role_id,
    addedAt: timestampFrom(row.added_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}
