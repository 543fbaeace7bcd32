import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { drawsPersons } from '../../evaluation/definition/drawn-answers.ts'
import { areWellFormed, conditionSetsOf, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { ConditionSet, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { enrollmentProperty, superConditionOf } from '../../evaluation/flags/enrollment.ts'
import { type FilterNeeds, filterNeeds, type PlacedFilter } from './filter-needs.ts'

/** The stored data about a subject that one flag may read. */
export interface FlagNeeds extends FilterNeeds {
  readonly cohortIds: readonly number[]
  /** Whether a stored id of the person can change the result. */
  readonly keepsAnswer: boolean
}

/** Needs of unchanged flags, which consecutive snapshots share. */
const known = new WeakMap<FlagDefinition, FlagNeeds | null>()

/**
 * Returns the needs of a flag, computed once. Returns null if the flag is damaged, because it then fails regardless of
 * the stored data.
 */
export function flagNeeds(flag: FlagDefinition): FlagNeeds | null {
  const found = known.get(flag)
  if (found !== undefined) return found
  const needs = areWellFormed(flag.filters) ? findNeeds(flag) : null
  known.set(flag, needs)
  return needs
}

function findNeeds(flag: FlagDefinition): FlagNeeds {
  const { personProperties, ...needs } = filterNeeds(filtersOf(flag))
  return {
    ...needs,
    personProperties: [...personProperties, ...propertiesBeside(flag)],
    cohortIds: referencedCohortIds(flag.filters),
    keepsAnswer: keepsAnswer(flag),
  }
}

function filtersOf(flag: FlagDefinition): readonly PlacedFilter[] {
  const superCondition = superConditionOf(flag)
  const conditions = [...conditionSetsOf(flag.filters), ...(superCondition ? [superCondition] : [])]
  return conditions.flatMap((condition) => {
    const index = indexOf(condition, flag)
    return propertiesOf(condition).map((filter: PropertyFilter) => ({ filter, index }))
  })
}

function indexOf({ aggregation_group_type_index: own }: ConditionSet, { filters }: FlagDefinition): number | null {
  return own === undefined ? (filters.aggregation_group_type_index ?? null) : own
}

/** Yields properties of the person that a flag reads without a filter for them. */
function* propertiesBeside(flag: FlagDefinition): Generator<string> {
  const enrollment = enrollmentProperty(flag)
  if (enrollment !== undefined) yield enrollment
  if (flag.bucketing_identifier === 'device_id') yield '$device_id'
}

function keepsAnswer(flag: FlagDefinition): boolean {
  const isKept = flag.ensure_experience_continuity === true && flag.bucketing_identifier !== 'device_id'
  return isKept && drawsPersons(flag.filters)
}
