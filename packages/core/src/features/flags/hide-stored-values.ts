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

/** Which stored data the caller can read. */
export interface Sight {
  readonly persons: boolean
  readonly groups: boolean
}

/**
 * Returns the explanation with null for every value and id that is neither part of the request nor readable for the
 * caller (PROTO-16). The consequences remain visible: which filters match, and what is missing.
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

/** Whether the request itself contains the value that the filter saw, or the caller can read it anyway. */
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

/** Returns the ids of a request in the form in which evaluation uses them. */
function idsIn({ distinctId, anonDistinctId, deviceId, properties }: Subject): readonly string[] {
  const textsOf = (ids: readonly unknown[]) => ids.flatMap((id) => (id === undefined || id === null ? [] : String(id)))
  return [
    ...textsOf([distinctId, anonDistinctId]).map(cutDistinctId),
    ...textsOf([deviceId, ownProperty(properties, '$device_id')]).map(cutKey),
  ]
}
