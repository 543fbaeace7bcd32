import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { patternCost } from '../../evaluation/operators/pattern-cost.ts'
import { MAX_PATTERN_LENGTH } from '../../evaluation/operators/re2-patterns.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** A decision may have to ask all of them, and a write compiles them all. */
const MAX_TOTAL_COST = 12_000

/** The patterns of filters, one for each filter that has one. */
export function patternsOf(properties: readonly PropertyFilter[]): readonly string[] {
  return properties.flatMap(({ operator, value }) =>
    (operator === 'regex' || operator === 'not_regex') && typeof value === 'string' ? [value] : [],
  )
}

/** Refuses patterns each of which may be small enough, but not all of them together, unless all are stored already. */
export function patternTotalViolations(
  properties: readonly PropertyFilter[],
  knownPatterns: ReadonlySet<string>,
): readonly Violation[] {
  const patterns = patternsOf(properties)
  if (patterns.length < 2 || patterns.every((pattern) => knownPatterns.has(pattern))) return []
  // Those that are too long are refused one by one, without a look at what is in them.
  const read = patterns.filter((pattern) => pattern.length <= MAX_PATTERN_LENGTH)
  const total = read.reduce((sum, pattern) => sum + patternCost(pattern), 0)
  if (total <= MAX_TOTAL_COST) return []
  const detail = `all regex patterns together are too large: about ${total} steps, of ${MAX_TOTAL_COST} at most`
  return [violation('filters', 'invalid_input', detail)]
}
