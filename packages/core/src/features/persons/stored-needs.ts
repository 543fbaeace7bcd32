import type { Cohort } from '../../data/records/cohort.ts'
import { criteriaOf } from '../../evaluation/definition/cohort-criteria.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { cohortsReachedFrom } from '../../runtime/snapshots/snapshot-cohorts.ts'
import { type FilterNeeds, filterNeeds } from './filter-needs.ts'
import { flagNeeds } from './flag-needs.ts'
import { initialPropertiesIn } from './initial-properties.ts'

/** The stored data about a subject that the active flags of a project may read. */
export interface StoredNeeds {
  readonly personProperties: ReadonlySet<string>
  /** Those whose current value is used while no value is stored, such as `$initial_browser`. */
  readonly initialProperties: readonly string[]
  /** Whether flags read when the person was first seen. */
  readonly personMetadata: boolean
  /** Properties by the index of the group type. */
  readonly groupProperties: ReadonlyMap<number, ReadonlySet<string>>
  readonly staticCohortIds: readonly number[]
  /** Keys of the flags that give a person the same result as before signing in. */
  readonly continuityKeys: readonly string[]
}

const known = new WeakMap<ProjectSnapshot, StoredNeeds>()

/** Returns the needs of a snapshot, computed on first use. */
export function storedNeeds(snapshot: ProjectSnapshot): StoredNeeds {
  const needs = known.get(snapshot) ?? findNeeds(snapshot)
  known.set(snapshot, needs)
  return needs
}

function findNeeds({ activeFlags, cohorts }: ProjectSnapshot): StoredNeeds {
  const ofFlags = activeFlags.flatMap((flag) => flagNeeds(flag) ?? [])
  const used = cohortsReachedFrom(
    ofFlags.flatMap(({ cohortIds }) => cohortIds),
    cohorts,
  )
  const needs = [...ofFlags, ...used.map(cohortNeeds)]
  const personProperties = new Set(needs.flatMap((need) => need.personProperties))
  // The subject itself contains its distinct id.
  personProperties.delete('distinct_id')
  return {
    personProperties,
    initialProperties: initialPropertiesIn(personProperties),
    personMetadata: needs.some(({ personMetadata }) => personMetadata),
    groupProperties: byGroupType(needs.flatMap(({ groupProperties }) => groupProperties)),
    staticCohortIds: used.flatMap(({ id, isStatic }) => (isStatic ? [id] : [])),
    continuityKeys: activeFlags.filter((flag) => flagNeeds(flag)?.keepsAnswer).map(({ key }) => key),
  }
}

function cohortNeeds({ properties }: Cohort): FilterNeeds {
  return filterNeeds(criteriaOf(properties).map(({ criterion }) => ({ filter: criterion, index: null })))
}

function byGroupType(pairs: FilterNeeds['groupProperties']): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  for (const [index, property] of pairs) found.set(index, (found.get(index) ?? new Set<string>()).add(property))
  return found
}
