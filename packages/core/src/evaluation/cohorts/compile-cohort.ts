import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { isGroup, partsOf } from '../definition/cohort-criteria.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { compileFilter } from '../filters/compile-filter.ts'
import { all, any, negated, type Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'

/**
 * Compiles the definition of a dynamic cohort (EVAL-35): groups and filters, joined by AND or OR at any depth. It
 * always applies to the user, also in a flag on groups.
 * @throws UnevaluableError if the definition is damaged
 */
export function compileCohort(definition: JsonValue, rules: MatchingRules): Predicate {
  if (!isJsonObject(definition)) throw new UnevaluableError('a part of the cohort is not an object')
  return isGroup(definition) ? compileGroup(definition, rules) : compileLeaf(definition, rules)
}

function compileGroup(group: JsonObject, rules: MatchingRules): Predicate {
  // `{}` is the stored form of a cohort without criteria, which has no members.
  if (Object.keys(group).length === 0) return () => false
  const parts = partsOf(group).map((part) => compileCohort(part, rules))
  switch (group.type) {
    case 'OR':
      return any(parts)
    case 'AND':
    case 'property':
      return all(parts)
    default:
      throw new UnevaluableError(`cohort groups of the type ${JSON.stringify(group.type)} are unknown`)
  }
}

function compileLeaf(leaf: JsonObject, rules: MatchingRules): Predicate {
  if (leaf.type !== 'person' && leaf.type !== 'cohort' && leaf.type !== 'flag') {
    throw new UnevaluableError(`cohort criteria of the type ${JSON.stringify(leaf.type)} cannot be evaluated`)
  }
  const filter = filterOf(leaf)
  const predicate = compileFilter(filter, rules, null)
  return filter.negation === true ? negated(predicate) : predicate
}

/**
 * Returns the filter of a criterion. PostHog stores no operator with a criterion on a flag (PROTO-72); in the
 * conditions of a flag, such a filter never matches.
 */
export function filterOf(criterion: JsonObject): PropertyFilter {
  // It has the two fields that identify the kind of filter; the other fields are checked when it is compiled.
  const filter = criterion as unknown as PropertyFilter
  if (filter.type !== 'flag' || (filter.operator ?? null) !== null) return filter
  return { ...filter, operator: 'flag_evaluates_to' }
}
