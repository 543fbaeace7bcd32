import type { PropertyFilter } from '../definition/flag-filters.ts'
import { compileFilter } from '../filters/compile-filter.ts'
import { all, type Criteria, meets, type Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'

/**
 * The maximum length of the text of shared criteria: longer ones are rarely equal, and their text would have to be
 * stored.
 */
const MAX_SHARED_LENGTH = 500
/** The maximum number of filters of a condition set whose parts are shared: larger ones would evict all others. */
const MAX_SHARED_PARTS = 100
/**
 * The maximum number of shared criteria. Above it, those of deleted flags may be among them, so the cache is cleared.
 */
const MAX_SHARED = 1000

/** Compiles the filters of a condition set for the group type `groupTypeIndex`, or for users if it is null. */
export function compileCriteria(
  filters: readonly PropertyFilter[],
  groupTypeIndex: number | null,
  rules: MatchingRules,
): Criteria {
  const { sharedCriteria } = rules
  const text = sharingText(filters, groupTypeIndex)
  const known = text === undefined ? undefined : sharedCriteria.get(text)
  if (known) return known
  const criteria = { matches: predicateOf(filters, groupTypeIndex, rules), turn: 0, answer: false }
  if (text === undefined) return criteria
  if (sharedCriteria.size >= MAX_SHARED) sharedCriteria.clear()
  sharedCriteria.set(text, criteria)
  return criteria
}

/** Compiles the filters. If there are several, each is shared as well: flags combine them differently. */
function predicateOf(
  filters: readonly PropertyFilter[],
  groupTypeIndex: number | null,
  rules: MatchingRules,
): Predicate {
  const [first, ...others] = filters
  if (first && others.length === 0) return compileFilter(first, rules, groupTypeIndex)
  if (filters.length > MAX_SHARED_PARTS)
    return all(filters.map((filter) => compileFilter(filter, rules, groupTypeIndex)))
  const parts = filters.map((filter) => compileCriteria([filter], groupTypeIndex, rules))
  return all(parts.map((part) => (subject, lookup) => meets(part, subject, lookup)))
}

function hasLongList({ value }: PropertyFilter): boolean {
  return Array.isArray(value) && value.length > MAX_SHARED_LENGTH
}

/** Returns a text that is equal only for equal criteria; undefined if they are not worth sharing. */
function sharingText(filters: readonly PropertyFilter[], groupTypeIndex: number | null): string | undefined {
  // Most long ones are recognized before they are converted to text.
  if (filters.length > MAX_SHARED_LENGTH || filters.some(hasLongList)) return undefined
  const text = JSON.stringify(filters)
  // NaN and undefined become null in JSON, and would be mistaken for it.
  if (text.length > MAX_SHARED_LENGTH || text.includes('null')) return undefined
  return `${groupTypeIndex}${text}`
}
