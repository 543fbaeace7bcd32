import { criteriaOf } from '../cohorts/cohort-criteria.ts'
import type { FlagDefinition } from '../evaluation/definitions.ts'
import { enrollmentProperty, superConditionOf } from '../evaluation/flags/enrollment.ts'
import { drawsPersons } from '../flags/filters/drawn-answers.ts'
import { areWellFormed, conditionSetsOf, propertiesOf } from '../flags/filters/filter-parts.ts'
import type { ConditionSet, PropertyFilter } from '../flags/filters/flag-filters.ts'
import type { ProjectSnapshot } from '../propagation/project-snapshot.ts'
import { cohortsUsedBy } from '../propagation/snapshot-cohorts.ts'
import { initialPropertiesIn } from './initial-properties.ts'

/** What the flags of a project that are switched on can ask of what is stored about a subject. */
export interface StoredNeeds {
  readonly personProperties: ReadonlySet<string>
  /** Those of them that today's value stands in for while nothing is stored: `$initial_browser`. */
  readonly initialProperties: readonly string[]
  /** When the person was first seen. */
  readonly personMetadata: boolean
  /** By the index of the group type. */
  readonly groupProperties: ReadonlyMap<number, ReadonlySet<string>>
  readonly staticCohortIds: readonly number[]
  /** Keys of the flags that keep a person on the answer from before signing in. */
  readonly continuityKeys: readonly string[]
}

const known = new WeakMap<ProjectSnapshot, StoredNeeds>()

/** The needs of a snapshot, worked out when first asked for. */
export function storedNeeds(snapshot: ProjectSnapshot): StoredNeeds {
  const needs = known.get(snapshot) ?? findNeeds(snapshot)
  known.set(snapshot, needs)
  return needs
}

function findNeeds({ activeFlags, cohorts }: ProjectSnapshot): StoredNeeds {
  // One that is damaged fails whatever is stored.
  const flags = activeFlags.filter(({ filters }) => areWellFormed(filters))
  const used = cohortsUsedBy(flags, cohorts)
  const placed = [
    ...flags.flatMap(filtersOf),
    ...used.flatMap(({ properties }) =>
      criteriaOf(properties).map(({ criterion }) => ({ filter: criterion, index: null })),
    ),
  ]
  const person = placed.filter(({ filter }) => (filter.type ?? 'person') === 'person').map(({ filter }) => filter.key)
  const chosen = flags.flatMap((flag) => [...propertiesBeside(flag)])
  // The subject itself says its distinct id.
  const personProperties = new Set([...person, ...chosen].map(String).filter((name) => name !== 'distinct_id'))
  return {
    personProperties,
    initialProperties: initialPropertiesIn(personProperties),
    personMetadata: placed.some(({ filter }) => filter.type === 'person_metadata'),
    groupProperties: groupProperties(placed),
    staticCohortIds: used.flatMap(({ id, isStatic }) => (isStatic ? [id] : [])),
    continuityKeys: flags.filter(keepsAnswer).map(({ key }) => key),
  }
}

interface PlacedFilter {
  readonly filter: PropertyFilter
  /** The group type that the condition is about; null: the person. */
  readonly index: number | null
}

function filtersOf(flag: FlagDefinition): readonly PlacedFilter[] {
  const superCondition = superConditionOf(flag)
  const conditions = [...conditionSetsOf(flag.filters), ...(superCondition ? [superCondition] : [])]
  return conditions.flatMap((condition) => {
    const index = indexOf(condition, flag)
    return propertiesOf(condition).map((filter) => ({ filter, index }))
  })
}

function indexOf({ aggregation_group_type_index: own }: ConditionSet, { filters }: FlagDefinition): number | null {
  return own === undefined ? (filters.aggregation_group_type_index ?? null) : own
}

/** Properties of the person that a flag reads without a filter that names them. */
function* propertiesBeside(flag: FlagDefinition): Generator<string> {
  const enrollment = enrollmentProperty(flag)
  if (enrollment !== undefined) yield enrollment
  if (flag.bucketing_identifier === 'device_id') yield '$device_id'
}

function groupProperties(placed: readonly PlacedFilter[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  for (const { filter, index: conditionIndex } of placed) {
    const index = filter.group_type_index ?? conditionIndex
    if (filter.type !== 'group' || index === null || filter.key === '$group_key') continue
    found.set(index, (found.get(index) ?? new Set<string>()).add(String(filter.key)))
  }
  return found
}

/** Whether the id of a person that is kept can make a difference to the flag. */
function keepsAnswer(flag: FlagDefinition): boolean {
  const isKept = flag.ensure_experience_continuity === true && flag.bucketing_identifier !== 'device_id'
  return isKept && drawsPersons(flag.filters)
}
