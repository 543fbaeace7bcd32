import type { ViolationCode } from '../../foundation/errors/error-codes.ts'
import { type Violation, violationAt } from '../../foundation/validation/violation.ts'

/** A rule that a part of filters breaks, of a flag or a cohort. */
export function filterViolation(code: ViolationCode, path: string, text: string): Violation {
  return violationAt('filters', path, code, text)
}

/** A part of a flag's filters that does not have its shape. The API sends its path in the code (FLAG-40). */
export function structuralViolation(code: ViolationCode, path: string, text: string): Violation {
  return { ...filterViolation(code, path, text), isStructural: true }
}
