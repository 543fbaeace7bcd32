import { inTopologicalOrder } from '../../foundation/graph/directed-graph.ts'
import { cohortsAskedBy, type FlagReference, filtersOf, flagsAskedBy } from '../definition/flag-reference.ts'
import type { CompiledFlag } from '../flags/compiled-flag.ts'
import type { DependencyProblem } from '../lookup/lookup.ts'
import type { FlagsInCohorts } from './flags-in-cohorts.ts'

/** Which flags of a snapshot depend on which. It looks at definitions alone, at each of them once. */
export interface FlagGraph {
  /** The flags that one asks, itself or through a cohort; undefined stands for one that does not exist. */
  dependencies(flag: CompiledFlag): readonly (CompiledFlag | undefined)[]
  /** What is wrong with the flags that one depends on, directly or not; undefined when nothing is. */
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
    // A flag that is off needs nothing to answer false.
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

/** The worst that is known of a flag's dependencies. One not judged yet is one that the search came from: a cycle. */
function judge(
  dependencies: readonly (CompiledFlag | undefined)[],
  problems: ReadonlyMap<CompiledFlag, DependencyProblem | 'none'>,
): DependencyProblem | 'none' {
  const found = dependencies.map((target) => (target ? (problems.get(target) ?? 'cycle') : 'missing'))
  if (found.includes('cycle')) return 'cycle'
  return found.includes('missing') ? 'missing' : 'none'
}
