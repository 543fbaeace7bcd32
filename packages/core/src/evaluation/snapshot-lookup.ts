import { cohortMemberships } from './cohorts/cohort-memberships.ts'
import { type CompiledFlag, decide } from './compiled-flag.ts'
import type { SnapshotParts } from './compiled-snapshot.ts'
import type { Decision } from './decision.ts'
import type { FlagDefinition } from './definitions.ts'
import { type DependencyProblem, flagGraph } from './dependencies/flag-graph.ts'
import { settleDependencies } from './dependencies/settle-dependencies.ts'
import { flagFinder } from './flag-finder.ts'
import { hiddenDecision } from './flags/answers.ts'
import type { Lookup } from './lookup.ts'
import type { Subject } from './subject.ts'
import { nextTurn } from './turn.ts'

/** A lookup that remembers what it found for a subject, because cohorts and flags may be asked for many times. */
export interface SnapshotLookup extends Lookup {
  /** To be called before each evaluation: what was found for the last subject is forgotten. */
  begin(isHidden?: (flag: FlagDefinition) => boolean): void
}

/** The lookup of one snapshot. */
export function snapshotLookup(parts: SnapshotParts): SnapshotLookup {
  const { flags, settings } = parts
  const groupTypes = new Map(
    Object.entries(settings.group_type_mapping ?? {}).map(([index, name]) => [Number(index), name]),
  )
  const find = flagFinder(flags)
  const graph = flagGraph(find, parts.flagsInCohorts)
  const memberships = cohortMemberships(parts)
  const decisions = new Map<CompiledFlag, Decision>()
  let hides: ((flag: FlagDefinition) => boolean) | undefined

  function settle(flagKey: string, subject: Subject): DependencyProblem | undefined {
    const flag = find({ key: flagKey })
    const problem = flag && graph.problem(flag)
    if (flag && !problem) settleDependencies(flag, graph, decisions, ask, subject)
    return problem
  }

  /** What a flag answers to one that depends on it. */
  function ask(flag: CompiledFlag, subject: Subject): Decision {
    return hides?.(flag.definition) ? hiddenDecision(flag.definition) : decide(flag, subject, lookup)
  }

  const lookup: SnapshotLookup & { turn: number } = {
    turn: nextTurn(),
    groupType: (index) => groupTypes.get(index),
    isInCohort: (id, subject) => memberships.ask(id, subject, lookup),
    settleDependencies: settle,
    settled: (reference) => {
      const flag = find(reference)
      return flag && decisions.get(flag)
    },
    begin: (isHidden) => {
      lookup.turn = nextTurn()
      hides = isHidden
      memberships.clear()
      if (decisions.size > 0) decisions.clear()
    },
  }
  return lookup
}
