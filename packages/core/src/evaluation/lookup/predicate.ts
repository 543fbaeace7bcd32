import type { Subject } from '../definition/subject.ts'
import type { Lookup } from './lookup.ts'

/** A compiled condition on a subject. It may throw UnevaluableError, which only affects the flag that uses it. */
export type Predicate = (subject: Subject, lookup: Lookup) => boolean

/** Returns a predicate that is true if all of them are, or if there are none. */
export function all(predicates: readonly Predicate[]): Predicate {
  const [first, second] = predicates
  if (!first) return () => true
  if (!second) return first
  return (subject, lookup) => {
    for (const predicate of predicates) {
      if (!predicate(subject, lookup)) return false
    }
    return true
  }
}

/** Returns a predicate that is true if one of them is. */
export function any(predicates: readonly Predicate[]): Predicate {
  return (subject, lookup) => {
    for (const predicate of predicates) {
      if (predicate(subject, lookup)) return true
    }
    return false
  }
}

export function negated(predicate: Predicate): Predicate {
  return (subject, lookup) => !predicate(subject, lookup)
}

/**
 * The compiled filters of a condition set. Flags with equal filters share it, and the first to evaluate it caches the
 * result.
 */
export interface Criteria {
  readonly matches: Predicate
  /** The last evaluation pass that used them, and its result. */
  turn: number
  answer: boolean
}

export function meets(criteria: Criteria, subject: Subject, lookup: Lookup): boolean {
  if (criteria.turn === lookup.turn) return criteria.answer
  const answer = criteria.matches(subject, lookup)
  criteria.turn = lookup.turn
  criteria.answer = answer
  return answer
}
