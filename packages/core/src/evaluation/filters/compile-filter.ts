import type { PropertyFilter, PropertyType } from '../definition/flag-filters.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { Predicate } from '../lookup/predicate.ts'
import { compileOperator } from '../operators/compile-operator.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { IS_NOT_SET, IS_SET } from '../operators/presence.ts'
import type { ValueTest } from '../operators/value-test.ts'
import { compileCohortFilter } from './compile-cohort-filter.ts'
import { compileFlagFilter } from './compile-flag-filter.ts'
import { type ReadProperty, readGroupProperty, readPersonMetadata, readPersonProperty } from './read-property.ts'

/**
 * Compiles one filter of a condition (EVAL-19). Its own type determines the owner of its property; `groupTypeIndex` is
 * the group type of the condition, or null for users.
 * @throws UnevaluableError if it cannot be evaluated
 */
export function compileFilter(filter: PropertyFilter, rules: MatchingRules, groupTypeIndex: number | null): Predicate {
  const type = typeOf(filter)
  if (type === 'cohort') return compileCohortFilter(filter)
  if (type === 'flag') return compileFlagFilter(filter)
  return compilePropertyFilter(filter, propertyReader(filter, type, groupTypeIndex), rules)
}

/** Returns the type of a filter. Definitions from before there were other types have none. */
export function typeOf(filter: PropertyFilter): PropertyType {
  return filter.type ?? 'person'
}

/** Types of filters that compare a property. */
export type ComparingType = Exclude<PropertyType, 'cohort' | 'flag'>

/** Returns a function that reads the value that a filter compares. */
export function propertyReader(
  filter: PropertyFilter,
  type: ComparingType,
  groupTypeIndex: number | null,
): ReadProperty {
  const name = String(filter.key)
  switch (type) {
    case 'person':
      return readPersonProperty(name)
    case 'group':
      return readGroupProperty(name, propertyGroupIndex(filter, groupTypeIndex))
    case 'person_metadata':
      return readPersonMetadata(name)
    default:
      return unknownType(type)
  }
}

function compilePropertyFilter(filter: PropertyFilter, read: ReadProperty, rules: MatchingRules): Predicate {
  const test = valueTestOf(filter, rules)
  const { accepts, whenMissing } = test
  const looks = test !== IS_SET && test !== IS_NOT_SET
  return (subject, lookup) => {
    const value = read(subject, lookup)
    if (value === undefined) return whenMissing
    // A value that was not read may have the property, so negated operators do not match it (EVAL-54).
    return (!looks || !lookup.forms.isTooLong(value)) && accepts(value, lookup.forms)
  }
}

export function valueTestOf(filter: PropertyFilter, rules: MatchingRules): ValueTest {
  const known = rules.knownTests?.get(filter)
  if (known) return known
  const test = compileOperator(filter.operator ?? 'exact', filter.value, rules)
  rules.knownTests?.set(filter, test)
  return test
}

/** Returns the group type whose properties a filter compares. */
export function propertyGroupIndex(filter: PropertyFilter, conditionIndex: number | null): number {
  const index = filter.group_type_index ?? conditionIndex
  if (index === null) throw new UnevaluableError(`the filter on ${filter.key} has no group type`)
  return index
}

function unknownType(type: never): never {
  throw new UnevaluableError(`the filter type ${JSON.stringify(type)} is unknown`)
}
