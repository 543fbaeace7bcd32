import type { Subject } from '../../evaluation/definition/subject.ts'
import type {
  CohortPartExplanation,
  ConditionExplanation,
  DependencyExplanation,
  EnrollmentExplanation,
  Explanation,
  FilterExplanation,
  IdentifierExplanation,
} from '../../evaluation/explain/explanation.ts'
import { cutDistinctId, cutKey } from '../../evaluation/lookup/identifier.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'

/** What the caller may see of what is stored. */
export interface Sight {
  readonly persons: boolean
  readonly groups: boolean
}

/**
 * The explanation with null for every value and id that the request did not say itself and the caller may not see
 * (PROTO-16). What follows from them stays: which filters pass, and what is missing.
 */
export function hideStoredValues(explanation: Explanation, request: Subject, sight: Sight): Explanation {
  if (sight.persons && sight.groups) return explanation
  return hidden(explanation, { request, sight })
}

interface Hiding {
  readonly request: Subject
  readonly sight: Sight
}

function hidden(explanation: Explanation, hiding: Hiding): Explanation {
  const { enrollment, holdout, conditions } = explanation
  return {
    ...explanation,
    enrollment: enrollment && hiddenEnrollment(enrollment, hiding),
    holdout: holdout && { ...holdout, identifier: hiddenIdentifier(holdout.identifier, hiding) },
    conditions: conditions.map((condition) => hiddenCondition(condition, hiding)),
  }
}

function hiddenEnrollment(enrollment: EnrollmentExplanation, hiding: Hiding): EnrollmentExplanation {
  return { ...enrollment, condition: enrollment.condition && hiddenCondition(enrollment.condition, hiding) }
}

function hiddenCondition(condition: ConditionExplanation, hiding: Hiding): ConditionExplanation {
  const { groupType } = condition.aggregation
  return {
    ...condition,
    identifier: hiddenIdentifier(condition.identifier, hiding),
    filters: condition.filters.map((filter) => hiddenFilter(filter, groupType, hiding)),
  }
}

function hiddenFilter(filter: FilterExplanation, groupType: string | null, hiding: Hiding): FilterExplanation {
  const { cohort, flag } = filter
  return {
    ...filter,
    seen: isShown(filter, groupType, hiding) ? filter.seen : null,
    cohort: cohort && { ...cohort, criteria: cohort.criteria && hiddenPart(cohort.criteria, hiding) },
    flag: flag && hiddenDependency(flag, hiding),
  }
}

function hiddenPart(part: CohortPartExplanation, hiding: Hiding): CohortPartExplanation {
  return part.kind === 'group'
    ? { ...part, parts: part.parts.map((each) => hiddenPart(each, hiding)) }
    : { ...part, filter: hiddenFilter(part.filter, null, hiding) }
}

function hiddenDependency(flag: DependencyExplanation, hiding: Hiding): DependencyExplanation {
  return { ...flag, explanation: flag.explanation && hidden(flag.explanation, hiding) }
}

/** Whether the request says by itself what the filter saw, or the caller may know it anyway. */
function isShown({ type, key, seen }: FilterExplanation, groupType: string | null, { request, sight }: Hiding) {
  switch (type) {
    case 'cohort':
    case 'flag':
      return true
    case 'group':
      return sight.groups || jsonEquals(seen, groupPropertyIn(request, groupType, key))
    default:
      return sight.persons || (type === 'person' && jsonEquals(seen, personPropertyIn(request, key)))
  }
}

function personPropertyIn({ properties, distinctId }: Subject, name: string): JsonValue {
  return ownProperty(properties, name) ?? (name === 'distinct_id' ? distinctId : null)
}

function groupPropertyIn({ groups, groupProperties }: Subject, groupType: string | null, name: string): JsonValue {
  if (groupType === null) return null
  const value = ownProperty(ownProperty(groupProperties, groupType), name)
  const key = name === '$group_key' ? ownProperty(groups, groupType) : undefined
  return value ?? (key === undefined ? null : String(key))
}

function hiddenIdentifier(identifier: IdentifierExplanation, { request, sight }: Hiding): IdentifierExplanation {
  const { source, value } = identifier
  if (sight.persons || value === null || source === 'distinct_id' || source === 'group_key') return identifier
  return idsIn(request).includes(value) ? identifier : { ...identifier, value: null }
}

/** The ids that a request says, as they are used. */
function idsIn({ distinctId, anonDistinctId, deviceId, properties }: Subject): readonly string[] {
  const textsOf = (ids: readonly unknown[]) => ids.flatMap((id) => (id === undefined || id === null ? [] : String(id)))
  return [
    ...textsOf([distinctId, anonDistinctId]).map(cutDistinctId),
    ...textsOf([deviceId, ownProperty(properties, '$device_id')]).map(cutKey),
  ]
}
