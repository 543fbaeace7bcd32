import type { ViolationCode } from '../../foundation/errors/error-codes.ts'
import { type Violation, violationAt } from '../../foundation/validation/violation.ts'

/** Returns a violation of a rule by a part of the filters of a flag or a cohort. */
export function filterViolation(code: ViolationCode, path: string, text: string): Violation {
  return violationAt('filters', path, code, text)
}

/** Returns a violation by a part with an invalid structure. The API sends its path in the code (FLAG-40). */
export function structuralViolation(code: ViolationCode, path: string, text: string): Violation {
  return { ...filterViolation(code, path, text), isStructural: true }
}
