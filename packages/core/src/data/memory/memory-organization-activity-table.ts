import type { OrganizationActivity } from '../records/organization-activity.ts'
import type { OrganizationActivityTable } from '../tables/organization-activity-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState, OrganizationActivityRow } from './memory-state.ts'
import { optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryOrganizationActivityTable({ state, ids }: MemoryContext): OrganizationActivityTable {
  const { organizationActivity } = state
  return {
    async list(organizationId, { scopes, itemId, userId }, page) {
      const rows = organizationActivity
        .of('organization', organizationId)
        .filter((row) => !scopes || scopes.includes(row.scope))
        .filter((row) => itemId === undefined || row.itemId === itemId)
        .filter((row) => userId === undefined || row.userId === userId)
      return pageOfRows(
        rows.sort((a, b) => b.seq - a.seq),
        page,
        (row) => withUserName(state, row),
      )
    },
    async append(entry) {
      referenced(state.organizations.get(entry.organizationId), `organization ${entry.organizationId}`)
      optionalUserOf(state, entry.userId)
      organizationActivity.insert({ ...entry, seq: ++ids.organizationActivity })
    },
  }
}

function withUserName(state: MemoryState, { seq: _, userId, ...entry }: OrganizationActivityRow): OrganizationActivity {
  const user = optionalUserOf(state, userId)
  return { ...entry, user: user && { firstName: user.firstName, email: user.email } }
}
