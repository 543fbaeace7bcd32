import type { Cohort } from '../../data/records/cohort.ts'
import type { Project } from '../../data/records/project.ts'
import { criteriaOf } from '../../evaluation/definition/cohort-criteria.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import {
  cohortsAskedBy,
  filtersOf,
  flagsAskedBy,
  type MaybeFilter,
} from '../../evaluation/definition/flag-reference.ts'
import { namesGroupType } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'

/**
 * Returns the sorted keys of the flags whose result may differ between two snapshots of a project: those that differ
 * themselves, and those that depend on a difference, over any number of flags and cohorts (EMBED-14).
 */
export function changedAnswers(before: ProjectSnapshot, after: ProjectSnapshot): readonly string[] {
  if (before === after) return []
  const keys = [...new Set([...before.evaluation.keys, ...after.evaluation.keys])].sort()
  if (readsOtherwise(before.project, after.project)) return keys
  const changed = new Set(keys.filter((key) => !answersAlike(before.flag(key), after.flag(key))))
  const start = [
    ...[...changed].flatMap((key) => [before.flag(key), after.flag(key)]).flatMap((flag) => flag?.id ?? []),
    ...changedCohortIds(before, after).map(cohortNode),
    ...namingChangedGroupTypes(before, after),
  ]
  if (start.length === 0) return []
  const reached = new Set([...start, ...reachable(lookersIn(after), start)])
  return keys.filter((key) => changed.has(key) || reached.has(after.flag(key)?.id ?? Number.NaN))
}

/** Whether every filter may be interpreted differently. */
function readsOtherwise(before: Project, after: Project): boolean {
  return before.timezone !== after.timezone || before.propertyMatchingVersion !== after.propertyMatchingVersion
}

/** Whether both definitions have the same results: name, usage key, version and early access do not affect them. */
function answersAlike(one: FlagDefinition | undefined, other: FlagDefinition | undefined): boolean {
  if (one === other) return true
  return one !== undefined && other !== undefined && answering(one) === answering(other)
}

function answering({ name: _, version: __, usage_key: ___, early_access: ____, ...flag }: FlagDefinition): string {
  return JSON.stringify(flag)
}

function changedCohortIds({ cohorts: before }: ProjectSnapshot, { cohorts: after }: ProjectSnapshot): number[] {
  if (before === after) return []
  const ids = new Set([...before.byId.keys(), ...after.byId.keys()])
  return [...ids].filter((id) => !matchAlike(before.byId.get(id), after.byId.get(id)))
}

/**
 * Whether two cohorts match the same users. For a static cohort, any change to its record or its members counts as a
 * difference.
 */
function matchAlike(one: Cohort | undefined, other: Cohort | undefined): boolean {
  if (one === other) return true
  if (one === undefined || other === undefined || one.isStatic !== other.isStatic) return false
  if (one.isStatic) return one.projectVersion === other.projectVersion
  return JSON.stringify(one.properties) === JSON.stringify(other.properties)
}

function namingChangedGroupTypes({ project: before }: ProjectSnapshot, after: ProjectSnapshot): number[] {
  const { groupTypes } = after.project
  const places = [...before.groupTypes.keys(), ...groupTypes.keys()]
  const changed = [...new Set(places)].filter((index) => before.groupTypes[index] !== groupTypes[index])
  if (changed.length === 0) return []
  const naming = after.flags.filter(({ filters }) => changed.some((index) => namesGroupType(filters, index)))
  return naming.map(({ id }) => id)
}

/** Returns the graph node of a cohort. Flags and cohorts share one graph, so cohorts use their negated ids. */
function cohortNode(id: number): number {
  return -id
}

/** Returns the active flags and the cohorts that depend directly on a flag or a cohort. */
function lookersIn({ flags, cohorts }: ProjectSnapshot): (node: number) => readonly number[] {
  // Bound: dies with the comparison
  const lookers = new Map<number, number[]>()
  const look = (looker: number, targets: readonly number[]) => {
    for (const target of targets) {
      const known = lookers.get(target)
      if (known) known.push(looker)
      else lookers.set(target, [looker])
    }
  }
  for (const flag of flags) if (flag.active) look(flag.id, targetsOf(flag, filtersOf))
  for (const cohort of cohorts.byId.values()) look(cohortNode(cohort.id), targetsOf(cohort, criteriaIn))
  return (node) => lookers.get(node) ?? []
}

function criteriaIn({ properties }: Cohort): readonly MaybeFilter[] {
  return criteriaOf(properties).map(({ criterion }) => criterion)
}

// Bound: dies with the definition, or the cohort
const knownTargets = new WeakMap<object, readonly number[]>()

/**
 * Returns the nodes that a flag or a cohort references. They are cached for its lifetime, because filters may be large.
 */
function targetsOf<Looker extends object>(
  looker: Looker,
  filtersIn: (looker: Looker) => readonly MaybeFilter[],
): readonly number[] {
  const known = knownTargets.get(looker)
  if (known) return known
  const filters = filtersIn(looker)
  const flagIds = flagsAskedBy(filters).flatMap((reference) =>
    typeof reference === 'object' && 'id' in reference ? [reference.id] : [],
  )
  const targets = [...new Set([...flagIds, ...cohortsAskedBy(filters).map((id) => cohortNode(Number(id)))])]
  knownTargets.set(looker, targets)
  return targets
}
