import type { RoleMembershipTable } from '../tables/role-membership-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { byJoining } from './memory-membership-table.ts'
import { roleOf } from './memory-role-table.ts'
import { knownUserId, withUser } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryRoleMembershipTable({ state }: MemoryContext): RoleMembershipTable {
  const { roleMemberships } = state
  const rowOf = (organizationId: string, roleId: string, membershipId: string) => {
    const row = roleMemberships.get(membershipId)
    return row?.roleId === roleId && roleOf(state, organizationId, roleId) ? row : undefined
  }
  return {
    async find(organizationId, roleId, membershipId) {
      const row = rowOf(organizationId, roleId, membershipId)
      return row && withUser(state, row)
    },
    async list(organizationId, roleId, page) {
      const known = roleOf(state, organizationId, roleId) !== undefined
      const rows = known ? roleMemberships.of('role', roleId) : []
      return pageOfRows(rows.sort(byJoining), page, (row) => withUser(state, row))
    },
    async insert(organizationId, { user, ...membership }) {
      referenced(roleOf(state, organizationId, membership.roleId), `role ${membership.roleId}`)
      roleMemberships.insert({ ...membership, userId: knownUserId(state, user) })
    },
    async delete(organizationId, roleId, membershipId) {
      const row = rowOf(organizationId, roleId, membershipId)
      if (row) roleMemberships.delete(row.id)
      return row !== undefined
    },
    async deleteOfUser(organizationId, userId) {
      for (const row of roleMemberships.of('user', userId)) {
        if (roleOf(state, organizationId, row.roleId)) roleMemberships.delete(row.id)
      }
    },
  }
}
