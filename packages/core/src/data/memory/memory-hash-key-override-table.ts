import { compareText } from '../../foundation/lists/compare-text.ts'
import type { HashKeyOverride, HashKeyOverrideTable } from '../tables/hash-key-override-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { pairOf } from './memory-state.ts'

export function memoryHashKeyOverrideTable({ state }: MemoryContext): HashKeyOverrideTable {
  const { hashKeyOverrides } = state
  const overridesOf = (projectId: number, distinctId: string) =>
    hashKeyOverrides.get(pairOf(projectId, distinctId))?.overrides ?? []
  return {
    list: async (projectId, distinctId) => overridesOf(projectId, distinctId),
    async listOfEach(projectId, distinctIds) {
      const each = distinctIds.map((id) => [id, overridesOf(projectId, id)] as const)
      return new Map(each.filter(([, overrides]) => overrides.length > 0))
    },
    async add(projectId, distinctId, added) {
      if (added.length === 0) return
      referenced(state.projects.get(projectId), `project ${projectId}`)
      const overrides = firstOfEach([...overridesOf(projectId, distinctId), ...added])
      hashKeyOverrides.put({ projectId, distinctId, overrides })
    },
    delete: async (projectId, distinctId) => hashKeyOverrides.delete(pairOf(projectId, distinctId)),
  }
}

/** Returns the first override of each flag, by the flag's key. */
function firstOfEach(overrides: readonly HashKeyOverride[]): readonly HashKeyOverride[] {
  const first = new Map<string, HashKeyOverride>()
  for (const override of overrides) if (!first.has(override.flagKey)) first.set(override.flagKey, override)
  return [...first.values()].sort((a, b) => compareText(a.flagKey, b.flagKey))
}
