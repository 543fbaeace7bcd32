import type { Activity, NewActivity } from '../records/activity.ts'
import type { ActivityTable } from '../tables/activity-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { optionalUserOf } from './memory-user-table.ts'

export function memoryActivityTable({ state, activity }: MemoryContext): ActivityTable {
  return {
    async list(projectId, query, page) {
      const { count, items } = activity.list(projectId, query, page)
      return { count, items: items.map((entry) => withUserName(state, entry)) }
    },
    async append(entry) {
      referenced(state.projects.get(entry.projectId), `project ${entry.projectId}`)
      optionalUserOf(state, entry.userId)
      activity.append(entry)
    },
  }
}

function withUserName(state: MemoryState, { userId, ...entry }: NewActivity): Activity {
  const user = optionalUserOf(state, userId)
  return { ...entry, user: user && { firstName: user.firstName, email: user.email } }
}
