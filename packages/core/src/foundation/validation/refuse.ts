import { type DomainError, invalidInput } from '../errors/domain-error.ts'
import { type Violation, violation } from './violation.ts'

/** Throws if there are any violations. */
export function refuseIfAny(violations: readonly Violation[]): void {
  const [first, ...rest] = violations
  if (first) throw invalidInput([first, ...rest])
}

/** Returns a violation that does not belong to a single field. */
export function wholeViolation(detail: string): Violation {
  return violation(null, 'invalid_input', detail)
}

/** Returns the error for a problem that does not belong to a single field. */
export function refusal(detail: string): DomainError {
  return invalidInput([wholeViolation(detail)])
}
