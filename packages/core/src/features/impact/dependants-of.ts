import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'

/**
 * Returns the enabled flags that depend on the flag with this id, directly or through other enabled flags, in the given
 * order. The result of a disabled flag does not depend on other flags, so the search does not continue through it.
 */
export function dependantsOf(flags: readonly FlagDefinition[], flagId: number): readonly FlagDefinition[] {
  const lookers = new Map<number, number[]>()
  for (const { id, active, filters } of flags) {
    if (!active) continue
    for (const target of referencedFlagIds(filters)) lookers.set(target, [...(lookers.get(target) ?? []), id])
  }
  const ids = reachable((id) => lookers.get(id) ?? [], [flagId])
  return flags.filter(({ id }) => id !== flagId && ids.has(id))
}

/** Returns these flags with all their direct and indirect dependencies, which are needed to evaluate them. */
export function withDependencies(
  flags: readonly FlagDefinition[],
  wanted: readonly FlagDefinition[],
): readonly FlagDefinition[] {
  const byId = new Map([...flags, ...wanted].map((flag) => [flag.id, flag]))
  const targets = (id: number) => {
    const flag = byId.get(id)
    return flag ? referencedFlagIds(flag.filters) : []
  }
  const wantedIds = wanted.map(({ id }) => id)
  const ids = new Set([...wantedIds, ...reachable(targets, wantedIds)])
  return [...byId.values()].filter(({ id }) => ids.has(id))
}
