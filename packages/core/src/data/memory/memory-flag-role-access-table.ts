import type { FlagRoleAccess } from '../records/flag-role-access.ts'
import type { FlagRoleAccessTable } from '../tables/flag-role-access-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { rowOf } from './memory-flag-table.ts'
import { roleOf } from './memory-role-table.ts'
import { pageOf } from './page-of.ts'

export function memoryFlagRoleAccessTable({ state, ids }: MemoryContext): FlagRoleAccessTable {
  const { flagRoleAccess } = state
  const entryOf = (projectId: number, flagId: number, id: number): FlagRoleAccess | undefined => {
    const entry = flagRoleAccess.get(id)
    return entry?.flagId === flagId && rowOf(state, projectId, flagId) ? entry : undefined
  }
  return {
    find: async (projectId, flagId, id) => entryOf(projectId, flagId, id),
    async list(projectId, flagId, page) {
      const entries = rowOf(state, projectId, flagId) ? flagRoleAccess.of('flag', flagId) : []
      return pageOf(
        entries.sort((a, b) => a.id - b.id),
        page,
      )
    },
    async flagsOpenTo(projectId, flagIds, roleIds) {
      const isOpen = (flagId: number) =>
        flagRoleAccess.of('flag', flagId).some((entry) => roleIds.includes(entry.roleId))
      return new Set(flagIds.filter((flagId) => rowOf(state, projectId, flagId) && isOpen(flagId)))
    },
    async insert(projectId, access) {
      referenced(rowOf(state, projectId, access.flagId), `flag ${access.flagId}`)
      const organizationId = referenced(state.projects.get(projectId), `project ${projectId}`).organizationId
      referenced(roleOf(state, organizationId, access.roleId), `role ${access.roleId}`)
      return flagRoleAccess.insert({ ...access, id: ++ids.flagRoleAccess })
    },
    async delete(projectId, flagId, id) {
      const entry = entryOf(projectId, flagId, id)
      if (entry) flagRoleAccess.delete(id)
      return entry !== undefined
    },
  }
}
