import type { Violation } from '../errors/domain-error.ts'
import type { ViolationCode } from '../errors/error-codes.ts'

export type { Violation } from '../errors/domain-error.ts'

/** Returns the violation of a field that references a missing record. */
export function doesNotExist(attr: string, id: number | string): Violation {
  return violation(attr, 'does_not_exist', `Invalid pk "${id}" - object does not exist.`)
}

/** Returns the violation of a rule by a field; null is the whole object. */
export function violation(attr: string | null, code: ViolationCode, detail: string): Violation {
  return { code, detail, attr }
}

/** Returns the violation of a part of a field: `path` leads to it, and precedes the text. */
export function violationAt(attr: string | null, path: string, code: ViolationCode, text: string): Violation {
  return { ...violation(attr, code, `${path}: ${text}`), path }
}
