import type { GroupTable } from '../tables/group-table.ts'
import { measuredRows } from './measured-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { groupKey } from './memory-state.ts'
import { pageOfFound } from './page-of-found.ts'

export function memoryGroupTable({ state }: MemoryContext): GroupTable {
  const { groups } = state
  const find: GroupTable['find'] = async (projectId, typeIndex, key) => groups.get(groupKey(projectId, typeIndex, key))
  return {
    find,
    list: async (projectId, typeIndex, search, page) =>
      pageOfFound(groups, groupKey(projectId, typeIndex, ''), search, page, ({ key, properties }) => ({
        key,
        name: properties.name,
      })),
    after: async (projectId, typeIndex, afterKey, limit) =>
      groups.after(groupKey(projectId, typeIndex, ''), groupKey(projectId, typeIndex, afterKey), limit),
    measureAfter: async (projectId, typeIndex, afterKey, limit) =>
      measuredRows(
        groups.after(groupKey(projectId, typeIndex, ''), groupKey(projectId, typeIndex, afterKey), limit),
        ({ key }) => key,
      ),
    // Writers run one after the other, so every row is already locked.
    lock: find,
    async save(group) {
      referenced(state.projects.get(group.projectId), `project ${group.projectId}`)
      const stored = await find(group.projectId, group.groupTypeIndex, group.key)
      groups.put({ ...group, createdAt: stored?.createdAt ?? group.createdAt })
    },
    delete: async (projectId, typeIndex, key) => groups.delete(groupKey(projectId, typeIndex, key)),
    async deleteSome(projectId, typeIndex, limit) {
      const { items } = groups.page(groupKey(projectId, typeIndex, ''), { limit, offset: 0 })
      for (const { key } of items) groups.delete(groupKey(projectId, typeIndex, key))
      return items.length
    },
  }
}
