import type { Role, RoleDetails, RoleTable } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { RoleColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type PerhapsUser, perhapsJoinedUser, userColumns } from './joined-user.ts'
import { type PageStatements, readPage } from './read-page.ts'
import { roleContents } from './role-contents.ts'

type RoleRow = Selectable<Omit<RoleColumns, 'name_lower' | 'created_by_id'>> & PerhapsUser<'creator'>

export function roleTable(context: SqlContext): (session: SqlSession) => RoleTable {
  const { find, findByName, ofUser } = lookUps(context)
  const { insert, update, remove } = changes(context)
  const list = pages(context)
  const contentsOf = roleContents(context)

  const withDetails = async (session: SqlSession, roles: readonly Role[]): Promise<readonly RoleDetails[]> => {
    const contents = await contentsOf(
      session,
      roles.map(({ id }) => id),
    )
    return roles.map((role) => ({ ...role, ...contents(role.id) }))
  }

  return (session) => ({
    async find(organizationId, roleId) {
      const row = await session.first(find, { organizationId, roleId })
      return row && (await withDetails(session, [roleFrom(row)]))[0]
    },
    async findByName(organizationId, name) {
      const row = await session.first(findByName, { organizationId, nameLower: name.toLowerCase() })
      return row && roleFrom(row)
    },
    async list(organizationId, page) {
      const { count, items } = await readPage(session, list, { organizationId }, page, roleFrom)
      return { count, items: await withDetails(session, items) }
    },
    ofUser: (organizationId, userId) => session.items(ofUser, { organizationId, userId }, roleFrom),
    async insert(role) {
      await session.run(insert, rowOf(role))
    },
    async update(role) {
      await session.run(update, rowOf(role))
    },
    delete: async (organizationId, roleId) => (await session.run(remove, { organizationId, roleId })) > 0,
  })
}

function withCreator({ db }: SqlContext) {
  return db
    .selectFrom('roles as role')
    .leftJoin('users as creator', 'creator.id', 'role.created_by_id')
    .select([
      'role.id',
      'role.organization_id',
      'role.name',
      'role.flag_access_level',
      'role.created_at',
      ...userColumns('creator'),
    ])
}

function lookUps(context: SqlContext) {
  const roles = withCreator(context)
  return {
    find: statement((p: { organizationId: string; roleId: string }) =>
      roles.where('role.organization_id', '=', p.organizationId).where('role.id', '=', p.roleId),
    ),
    findByName: statement((p: { organizationId: string; nameLower: string }) =>
      roles.where('role.organization_id', '=', p.organizationId).where('role.name_lower', '=', p.nameLower),
    ),
    ofUser: statement((p: { organizationId: string; userId: number }) =>
      roles
        .innerJoin('role_memberships as membership', 'membership.role_id', 'role.id')
        .where('membership.user_id', '=', p.userId)
        .where('role.organization_id', '=', p.organizationId)
        .orderBy('role.id'),
    ),
  }
}

function pages(context: SqlContext): PageStatements<{ readonly organizationId: string }, RoleRow> {
  const { db } = context
  return {
    count: statement((p) =>
      db
        .selectFrom('roles')
        .select(db.fn.countAll<number>().as('count'))
        .where('organization_id', '=', p.organizationId),
    ),
    rows: statement((p) =>
      withCreator(context)
        .where('role.organization_id', '=', p.organizationId)
        .orderBy('role.name_lower')
        .orderBy('role.id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

function changes({ db }: SqlContext) {
  return {
    insert: rowStatement((row: RoleColumns) => db.insertInto('roles').values(row)),
    update: rowStatement(({ id, organization_id, ...row }: RoleColumns) =>
      db.updateTable('roles').set(row).where('organization_id', '=', organization_id).where('id', '=', id),
    ),
    // Memberships and flag accesses are deleted by their foreign keys.
    remove: statement((p: { organizationId: string; roleId: string }) =>
      db.deleteFrom('roles').where('organization_id', '=', p.organizationId).where('id', '=', p.roleId),
    ),
  }
}

const creatorFrom = perhapsJoinedUser('creator')

function roleFrom(row: RoleRow): Role {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: decodeText(row.name),
    // Only levels are written to this column.
    flagAccessLevel: row.flag_access_level as Role['flagAccessLevel'],
    createdAt: timestampFrom(row.created_at),
    createdBy: creatorFrom(row),
  }
}

function rowOf(role: Role): RoleColumns {
  return {
    id: role.id,
    organization_id: role.organizationId,
    name: role.name,
    name_lower: role.name.toLowerCase(),
    flag_access_level: role.flagAccessLevel,
    created_at: role.createdAt,
    created_by_id: role.createdBy?.id ?? null,
  }
}
