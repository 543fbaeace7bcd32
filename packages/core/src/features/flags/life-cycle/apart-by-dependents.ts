import type { Flag } from '../../../data/records/flag.ts'
import type { DependentFlag, DependentsOf } from '../flag-dependencies.ts'

/** Flags that can be deleted, and flags that remain with the flags that depend on them. */
export interface ApartFlags {
  readonly free: readonly Flag[]
  readonly kept: readonly { readonly flag: Flag; readonly dependents: readonly DependentFlag[] }[]
}

/**
 * Separates the flags on which no remaining flag depends from the others. Each dependency is followed once, however
 * long a chain of dependencies is.
 */
export function apartByDependents(flags: readonly Flag[], dependentsOf: DependentsOf): ApartFlags {
  const chosen = new Map(flags.map((flag) => [flag.id, { flag, dependents: dependentsOf(flag) }]))
  const looksAt = Map.groupBy(
    [...chosen.values()].flatMap(({ flag, dependents }) => dependents.map(({ id }) => ({ id, target: flag.id }))),
    ({ id }) => id,
  )
  const isOthers = ({ id }: DependentFlag) => !chosen.has(id)
  const staying = new Set([...chosen.values()].flatMap((each) => (each.dependents.some(isOthers) ? each.flag.id : [])))
  // Iterating over a set includes items that are added during the iteration: the dependencies of a remaining flag
  // remain.
  for (const id of staying) for (const { target } of looksAt.get(id) ?? []) staying.add(target)
  const stays = ({ id }: Pick<Flag, 'id'>) => staying.has(id) || !chosen.has(id)
  const kept = [...staying].flatMap((id) => chosen.get(id) ?? [])
  return {
    free: flags.filter((flag) => !stays(flag)),
    kept: kept.map(({ flag, dependents }) => ({ flag, dependents: dependents.filter(stays) })),
  }
}
