import type { ClaimedEventTable } from '../tables/claimed-event-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { ofProject } from './usage-rows.ts'

export function memoryClaimedEventTable({ state }: MemoryContext): ClaimedEventTable {
  const { claimedEvents } = state
  return {
    async claim(projectId, uuids, claimedAt) {
      const free = [...new Set(uuids)].filter((uuid) => !claimedEvents.get(ofProject(projectId, uuid)))
      claimedEvents.putAll(free.map((uuid) => ({ projectId, uuid, claimedAt })))
      return free
    },
    async deleteBefore(claimedAt, limit) {
      const old = claimedEvents.all().filter((claim) => claim.claimedAt < claimedAt)
      return old.slice(0, limit).filter(({ projectId, uuid }) => claimedEvents.delete(ofProject(projectId, uuid)))
        .length
    },
  }
}
