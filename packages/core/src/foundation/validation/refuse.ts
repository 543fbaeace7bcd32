import { type DomainError, invalidInput } from '../errors/domain-error.ts'
import { type Violation, violation } from './violation.ts'

/** Refuses the input when there is any violation. */
export function refuseIfAny(violations: readonly Violation[]): void {
  const [first, ...rest] = violations
  if (first) throw invalidInput([first, ...rest])
}

/** A broken rule that is about no single field. */
export function wholeViolation(detail: string): Violation {
  return violation(null, 'invalid_input', detail)
}

/** The refusal of an input for a reason that is about no single field. */
export function refusal(detail: string): DomainError {
  return invalidInput([wholeViolation(detail)])
}
