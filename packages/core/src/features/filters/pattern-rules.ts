import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { patternCost } from '../../evaluation/operators/pattern-cost.ts'
import { MAX_PATTERN_LENGTH } from '../../evaluation/operators/re2-patterns.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** The maximum cost of all patterns, because one decision may evaluate all of them, and a write compiles them all. */
const MAX_TOTAL_COST = 12_000

/** Returns the patterns of filters, one for each filter that has one. */
export function patternsOf(properties: readonly PropertyFilter[]): readonly string[] {
  return properties.flatMap(({ operator, value }) =>
    (operator === 'regex' || operator === 'not_regex') && typeof value === 'string' ? [value] : [],
  )
}

/** Rejects patterns that are too large together, although each may be small enough, unless all are stored already. */
export function patternTotalViolations(
  properties: readonly PropertyFilter[],
  knownPatterns: ReadonlySet<string>,
): readonly Violation[] {
  const patterns = patternsOf(properties)
  if (patterns.length < 2 || patterns.every((pattern) => knownPatterns.has(pattern))) return []
  // Patterns that are too long are rejected separately, without parsing them.
  const read = patterns.filter((pattern) => pattern.length <= MAX_PATTERN_LENGTH)
  const total = read.reduce((sum, pattern) => sum + patternCost(pattern), 0)
  if (total <= MAX_TOTAL_COST) return []
  const detail = `all regex patterns together are too large: about ${total} steps, of ${MAX_TOTAL_COST} at most`
  return [violation('filters', 'invalid_input', detail)]
}
