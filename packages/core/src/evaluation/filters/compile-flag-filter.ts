import type { Decision } from '../definition/decision.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { flagReference } from '../definition/flag-reference.ts'
import type { Predicate } from '../lookup/predicate.ts'

const NOBODY: Predicate = () => false

/**
 * Compiles a filter on another flag's result (EVAL-38): `true` means on with any variant, `false` off, and text that
 * variant. A flag that failed has no result and never matches.
 */
export function compileFlagFilter(filter: PropertyFilter): Predicate {
  const expects = expectation(filter)
  if (!expects) return NOBODY
  const reference = flagReference(filter)
  return (_, lookup) => {
    const decision = lookup.settled(reference)
    return decision !== undefined && !decision.failed && expects(decision)
  }
}

function expectation({ operator, value }: PropertyFilter): ((decision: Decision) => boolean) | undefined {
  if (operator !== 'flag_evaluates_to') return undefined
  if (typeof value === 'boolean') return (decision) => decision.enabled === value
  if (typeof value === 'string') return (decision) => decision.variant === value
  return undefined
}
