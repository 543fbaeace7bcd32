import { compareText } from '../../foundation/lists/compare-text.ts'
import type { Role, RoleDetails } from '../records/role.ts'
import type { RoleTable } from '../tables/role-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { byJoining } from './memory-membership-table.ts'
import { type MemoryState, pairOf, type RoleRow } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf, withUser } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryRoleTable({ state }: MemoryContext): RoleTable {
  const { roles } = state
  return {
    async find(organizationId, roleId) {
      const row = roleOf(state, organizationId, roleId)
      return row && detailsOf(state, row)
    },
    async findByName(organizationId, name) {
      const row = roles.holderOf('roles_name', pairOf(organizationId, name.toLowerCase()))
      return row && withCreator(state, row)
    },
    async list(organizationId, page) {
      const rows = roles.of('organization', organizationId)
      return pageOfRows(rows.sort(byName), page, (row) => detailsOf(state, row))
    },
    async ofUser(organizationId, userId) {
      const own = new Set(state.roleMemberships.of('user', userId).map((row) => row.roleId))
      const rows = roles.of('organization', organizationId).filter((row) => own.has(row.id))
      return rows.sort((a, b) => compareText(a.id, b.id)).map((row) => withCreator(state, row))
    },
    async insert({ createdBy, ...role }) {
      referenced(state.organizations.get(role.organizationId), `organization ${role.organizationId}`)
      roles.insert({ ...role, createdById: knownOptionalUserId(state, createdBy) })
    },
    async update({ createdBy, ...role }) {
      if (!roleOf(state, role.organizationId, role.id)) return
      roles.replace({ ...role, createdById: knownOptionalUserId(state, createdBy) })
    },
    async delete(organizationId, roleId) {
      const row = roleOf(state, organizationId, roleId)
      if (row) deleteRole(state, row)
      return row !== undefined
    },
  }
}

/** Returns a role of this organization. */
export function roleOf(state: MemoryState, organizationId: string, roleId: string): RoleRow | undefined {
  const row = state.roles.get(roleId)
  return row?.organizationId === organizationId ? row : undefined
}

function byName(a: RoleRow, b: RoleRow): number {
  return compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id)
}

function withCreator(state: MemoryState, { createdById, ...role }: RoleRow): Role {
  return { ...role, createdBy: optionalUserOf(state, createdById) }
}

function detailsOf(state: MemoryState, row: RoleRow): RoleDetails {
  const members = state.roleMemberships.of('role', row.id)
  const open = state.flagRoleAccess.of('role', row.id)
  const flags = open.flatMap((access) => state.flags.get(access.flagId)?.flag ?? []).filter((flag) => !flag.deleted)
  return {
    ...withCreator(state, row),
    members: members.sort(byJoining).map((membership) => withUser(state, membership)),
    associatedFlags: flags.sort((a, b) => a.id - b.id).map(({ id, projectId, key }) => ({ id, projectId, key })),
  }
}

function deleteRole(state: MemoryState, { id }: RoleRow): void {
  for (const membership of state.roleMemberships.of('role', id)) state.roleMemberships.delete(membership.id)
  for (const access of state.flagRoleAccess.of('role', id)) state.flagRoleAccess.delete(access.id)
  state.roles.delete(id)
}
