import type { ProjectSizeTable } from '../tables/project-size-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'

export function memoryProjectSizeTable({ state }: MemoryContext): ProjectSizeTable {
  const { projectSizes } = state
  const find = (projectId: number) => projectSizes.get(String(projectId))
  return {
    find: async (projectId) => find(projectId),
    largest: async (limit) =>
      projectSizes
        .all()
        .sort((a, b) => b.bytes - a.bytes || a.projectId - b.projectId)
        .slice(0, limit),
    async add(projectId, bytes, addedAt) {
      referenced(state.projects.get(projectId), `project ${projectId}`)
      const stored = find(projectId)
      const sum = Math.max(0, (stored?.bytes ?? 0) + bytes)
      projectSizes.put({ projectId, bytes: sum, measuredAt: stored ? stored.measuredAt : addedAt })
    },
    async claimMeasurement(projectId, previous, measuredAt) {
      const stored = find(projectId)
      if (!stored || stored.measuredAt !== previous) return false
      projectSizes.put({ ...stored, measuredAt })
      return true
    },
  }
}
