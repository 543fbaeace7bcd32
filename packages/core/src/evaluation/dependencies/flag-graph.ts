import { inTopologicalOrder } from '../../foundation/graph/directed-graph.ts'
import { cohortsAskedBy, type FlagReference, filtersOf, flagsAskedBy } from '../definition/flag-reference.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { DependencyProblem } from '../lookup/lookup.ts'
import type { FlagsInCohorts } from './flags-in-cohorts.ts'

/** The dependencies between flags of a snapshot. They are derived from definitions, each of which is read once. */
export interface FlagGraph {
  /** Returns the flags that a flag references, directly or through a cohort; undefined represents a missing one. */
  dependencies(flag: CompiledFlag): readonly (CompiledFlag | undefined)[]
  /** Returns the problem of the direct or indirect dependencies of a flag; undefined if there is none. */
  problem(flag: CompiledFlag): DependencyProblem | undefined
}

export function flagGraph(
  find: (reference: FlagReference) => CompiledFlag | undefined,
  inCohorts: FlagsInCohorts,
): FlagGraph {
  // Bound: OUT-8 definitions
  const targets = new Map<CompiledFlag, readonly (CompiledFlag | undefined)[]>()
  // Bound: OUT-8 definitions
  const problems = new Map<CompiledFlag, DependencyProblem | 'none'>()

  function dependencies(flag: CompiledFlag): readonly (CompiledFlag | undefined)[] {
    const known = targets.get(flag)
    if (known) return known
    // A disabled flag evaluates to false without its dependencies.
    const filters = flag.definition.active ? filtersOf(flag.definition) : []
    const found = [...flagsAskedBy(filters), ...inCohorts(cohortsAskedBy(filters))].map(find)
    targets.set(flag, found)
    return found
  }

  const existing = (flag: CompiledFlag) => dependencies(flag).filter((target) => target !== undefined)
  const isJudged = (flag: CompiledFlag) => problems.has(flag)
  return {
    dependencies,
    problem: (flag) => {
      if (!isJudged(flag)) {
        inTopologicalOrder([flag], existing, isJudged, (each) =>
          problems.set(each, judge(dependencies(each), problems)),
        )
      }
      const problem = problems.get(flag)
      return problem === 'none' ? undefined : problem
    },
  }
}

/**
 * Returns the worst problem of a flag's dependencies. A dependency without a known problem is still being searched: it
 * is part of a cycle.
 */
function judge(
  dependencies: readonly (CompiledFlag | undefined)[],
  problems: ReadonlyMap<CompiledFlag, DependencyProblem | 'none'>,
): DependencyProblem | 'none' {
  const found = dependencies.map((target) => (target ? (problems.get(target) ?? 'cycle') : 'missing'))
  if (found.includes('cycle')) return 'cycle'
  return found.includes('missing') ? 'missing' : 'none'
}
