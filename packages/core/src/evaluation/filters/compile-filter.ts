import type { PropertyFilter } from '../../flags/filters/flag-filters.ts'
import { compileCohortFilter } from '../cohorts/compile-cohort-filter.ts'
import { compileFlagFilter } from '../dependencies/compile-flag-filter.ts'
import type { MatchingRules } from '../matching-rules.ts'
import { compileOperator } from '../operators/compile-operator.ts'
import type { Predicate } from '../predicate.ts'
import { UnevaluableError } from '../unevaluable-error.ts'
import { type ReadProperty, readGroupProperty, readPersonMetadata, readPersonProperty } from './read-property.ts'

/**
 * Compiles one filter of a condition (evaluation.md section 2). Whose properties it reads follows from its own type;
 * `groupTypeIndex` is the group type that the condition is about, or null when it is about the person.
 * Throws UnevaluableError for what cannot be evaluated.
 */
export function compileFilter(filter: PropertyFilter, rules: MatchingRules, groupTypeIndex: number | null): Predicate {
  // Definitions from before there were other types have none.
  const type = filter.type ?? 'person'
  switch (type) {
    case 'person':
      return compilePropertyFilter(filter, readPersonProperty(String(filter.key)), rules)
    case 'group':
      return compilePropertyFilter(filter, groupReader(filter, groupTypeIndex), rules)
    case 'cohort':
      return compileCohortFilter(filter)
    case 'flag':
      return compileFlagFilter(filter)
    case 'person_metadata':
      return compilePropertyFilter(filter, readPersonMetadata(String(filter.key)), rules)
    default:
      return unknownType(type)
  }
}

function compilePropertyFilter(filter: PropertyFilter, read: ReadProperty, rules: MatchingRules): Predicate {
  const { accepts, whenMissing } = compileOperator(filter.operator ?? 'exact', filter.value, rules)
  return (subject, lookup) => {
    const value = read(subject, lookup)
    return value === undefined ? whenMissing : accepts(value)
  }
}

function groupReader(filter: PropertyFilter, conditionIndex: number | null): ReadProperty {
  const index = filter.group_type_index ?? conditionIndex
  if (index === null) throw new UnevaluableError(`the filter on ${filter.key} names no group type`)
  return readGroupProperty(String(filter.key), index)
}

function unknownType(type: never): never {
  throw new UnevaluableError(`the filter type ${JSON.stringify(type)} is not known`)
}
