import type { RoleDetails } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { NOT_DELETED } from './not-deleted.ts'
import { roleMembershipFrom, roleMembershipsWithUser } from './role-membership-row.ts'

/** The members of a role, and the live flags that it was given. */
type RoleContents = Pick<RoleDetails, 'members' | 'associatedFlags'>

/** Reads the contents of any number of roles with two statements. */
export function roleContents(context: SqlContext) {
  const { membersOf, flagsOf } = statements(context)
  return async (session: SqlSession, roleIds: readonly string[]): Promise<(roleId: string) => RoleContents> => {
    const [memberRows, flags] = await Promise.all([
      session.all(membersOf, { roleIds }),
      session.all(flagsOf, { roleIds }),
    ])
    const members = memberRows.map(roleMembershipFrom)
    return (roleId) => ({
      members: members.filter((member) => member.roleId === roleId),
      associatedFlags: flags
        .filter((flag) => flag.role_id === roleId)
        .map(({ id, project_id: projectId, key }) => ({ id, projectId, key })),
    })
  }
}

interface OfRoles {
  readonly roleIds: readonly string[]
}

function statements(context: SqlContext) {
  const { db, dialect } = context
  return {
    membersOf: statement((p: OfRoles) =>
      roleMembershipsWithUser(context)
        .where(dialect.isOneOf(sql.ref('membership.role_id'), p.roleIds, 'text'))
        .orderBy('membership.joined_at')
        .orderBy('membership.id'),
    ),
    flagsOf: statement((p: OfRoles) =>
      db
        .selectFrom('flag_role_access as access')
        .innerJoin('flags as flag', 'flag.id', 'access.flag_id')
        .select(['access.role_id', 'flag.id', 'flag.project_id', 'flag.key'])
        .where(dialect.isOneOf(sql.ref('access.role_id'), p.roleIds, 'text'))
        .where('flag.deleted', '=', NOT_DELETED)
        .orderBy('flag.id'),
    ),
  }
}
