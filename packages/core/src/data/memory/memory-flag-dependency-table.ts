import type { FlagDependencyTable } from '../tables/flag-dependency-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { rowOf } from './memory-flag-table.ts'
import type { MemoryState } from './memory-state.ts'

export function memoryFlagDependencyTable({ state }: MemoryContext): FlagDependencyTable {
  const { flagDependencies } = state
  return {
    async list(projectId) {
      const rows = flagDependencies.of('project', projectId).filter((row) => isLive(state, row.flagId))
      const dependencies = rows.flatMap(({ flagId, dependsOnFlagIds }) =>
        dependsOnFlagIds.map((dependsOnFlagId) => ({ flagId, dependsOnFlagId })),
      )
      return dependencies.sort((a, b) => a.flagId - b.flagId || a.dependsOnFlagId - b.dependsOnFlagId)
    },
    async replace(projectId, flagId, dependsOnFlagIds) {
      for (const id of [flagId, ...dependsOnFlagIds]) referenced(rowOf(state, projectId, id), `flag ${id}`)
      flagDependencies.replace({ projectId, flagId, dependsOnFlagIds: [...new Set(dependsOnFlagIds)] })
    },
  }
}

function isLive(state: MemoryState, flagId: number): boolean {
  return state.flags.get(flagId)?.flag.deleted === false
}
