import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'

/**
 * The flags that are on and look at the one with this id, directly or through others that are on, in the order in which
 * they come. One that is off answers the same whatever it looks at, so nothing goes through it.
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

/** These flags with all that they look at, directly or not: what it takes to evaluate them. */
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
