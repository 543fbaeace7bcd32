import type { RoleMembership, RoleMembershipTable } from '@flagdeck/core/store'
import type { RoleMembershipColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { type PageStatements, readPage } from './read-page.ts'
import { type RoleMembershipRow, roleMembershipFrom, roleMembershipsWithUser } from './role-membership-row.ts'

interface OfRole {
  readonly organizationId: string
  readonly roleId: string
}

export function roleMembershipTable(context: SqlContext): (session: SqlSession) => RoleMembershipTable {
  const { find, insert, remove, removeOfUser } = statements(context)
  const list = pages(context)
  return (session) => ({
    async find(organizationId, roleId, membershipId) {
      const row = await session.first(find, { organizationId, roleId, membershipId })
      return row && roleMembershipFrom(row)
    },
    list: (organizationId, roleId, page) =>
      readPage(session, list, { organizationId, roleId }, page, roleMembershipFrom),
    async insert(organizationId, membership) {
      await session.run(insert, rowOf(organizationId, membership))
    },
    delete: async (organizationId, roleId, membershipId) =>
      (await session.run(remove, { organizationId, roleId, membershipId })) > 0,
    async deleteOfUser(organizationId, userId) {
      await session.run(removeOfUser, { organizationId, userId })
    },
  })
}

function statements(context: SqlContext) {
  const { db } = context
  return {
    find: statement((p: OfRole & { membershipId: string }) =>
      roleMembershipsWithUser(context)
        .where('membership.organization_id', '=', p.organizationId)
        .where('membership.role_id', '=', p.roleId)
        .where('membership.id', '=', p.membershipId),
    ),
    insert: rowStatement((row: RoleMembershipColumns) => db.insertInto('role_memberships').values(row)),
    remove: statement((p: OfRole & { membershipId: string }) =>
      db
        .deleteFrom('role_memberships')
        .where('organization_id', '=', p.organizationId)
        .where('role_id', '=', p.roleId)
        .where('id', '=', p.membershipId),
    ),
    removeOfUser: statement((p: { organizationId: string; userId: number }) =>
      db.deleteFrom('role_memberships').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
    ),
  }
}

function pages(context: SqlContext): PageStatements<OfRole, RoleMembershipRow> {
  const { db } = context
  return {
    count: statement((p) =>
      db
        .selectFrom('role_memberships')
        .select(db.fn.countAll<number>().as('count'))
        .where('organization_id', '=', p.organizationId)
        .where('role_id', '=', p.roleId),
    ),
    rows: statement((p) =>
      roleMembershipsWithUser(context)
        .where('membership.organization_id', '=', p.organizationId)
        .where('membership.role_id', '=', p.roleId)
        .orderBy('membership.joined_at')
        .orderBy('membership.id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

function rowOf(organizationId: string, membership: RoleMembership): RoleMembershipColumns {
  return {
    id: membership.id,
    organization_id: organizationId,
    role_id: membership.roleId,
    user_id: membership.user.id,
    joined_at: membership.joinedAt,
    updated_at: membership.updatedAt,
  }
}
