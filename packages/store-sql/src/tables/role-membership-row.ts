import type { RoleMembership } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { RoleMembershipColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

export type RoleMembershipRow = Selectable<Omit<RoleMembershipColumns, 'organization_id' | 'user_id'>> &
  JoinedUser<'user'>

/** Selects role memberships (as `membership`), each with its user. */
export function roleMembershipsWithUser({ db }: SqlContext) {
  return db
    .selectFrom('role_memberships as membership')
    .innerJoin('users as user', 'user.id', 'membership.user_id')
    .select([
      'membership.id',
      'membership.role_id',
      'membership.joined_at',
      'membership.updated_at',
      ...userColumns('user'),
    ])
}

const userFrom = joinedUser('user')

export function roleMembershipFrom(row: RoleMembershipRow): RoleMembership {
  return {
    id: row.id,
    roleId: row.role_id,
    user: userFrom(row),
    joinedAt: timestampFrom(row.joined_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}
