import type { PropertyFilter } from '../definition/flag-filters.ts'
import { compileFilter } from '../filters/compile-filter.ts'
import { all, type Criteria, meets, type Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'

/** Longer ones are rarely the same as others, and would have to be kept as text as well. */
const MAX_SHARED_LENGTH = 500
/** The parts of condition sets with more filters would crowd out all others. */
const MAX_SHARED_PARTS = 100
/** When there are more, those of flags that are long gone may be among them, and sharing starts over. */
const MAX_SHARED = 1000

/** Compiles the filters of a condition set about the group type `groupTypeIndex`, or about the person when it is null. */
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

/** Of several filters each is shared as well: flags differ in how they combine them. */
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

/** Text that is the same only for the same criteria; undefined for those that are not worth sharing. */
function sharingText(filters: readonly PropertyFilter[], groupTypeIndex: number | null): string | undefined {
  // Most long ones are seen to be too long before they are made into text.
  if (filters.length > MAX_SHARED_LENGTH || filters.some(hasLongList)) return undefined
  const text = JSON.stringify(filters)
  // NaN and what is undefined become null there, and would be taken for it.
  if (text.length > MAX_SHARED_LENGTH || text.includes('null')) return undefined
  return `${groupTypeIndex}${text}`
}
