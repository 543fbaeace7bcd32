import type { Subject } from '../definition/subject.ts'
import type { Lookup } from './lookup.ts'

/** A question about a subject, compiled. It may throw UnevaluableError, which costs the flag that asks. */
export type Predicate = (subject: Subject, lookup: Lookup) => boolean

/** True when all of them are; also when there are none. */
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

/** True when one of them is. */
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

/** What a condition set asks of a subject. Flags that ask the same share it, and the first to ask answers for all. */
export interface Criteria {
  readonly matches: Predicate
  /** The turn in which they were last asked, and the answer. */
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
