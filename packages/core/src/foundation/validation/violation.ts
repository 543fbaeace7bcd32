import type { Violation } from '../errors/domain-error.ts'
import type { ViolationCode } from '../errors/error-codes.ts'

export type { Violation } from '../errors/domain-error.ts'

/** The refusal of a field that names something which is not there. */
export function doesNotExist(attr: string, id: number | string): Violation {
  return violation(attr, 'does_not_exist', `Invalid pk "${id}" - object does not exist.`)
}

export function violation(attr: string | null, code: ViolationCode, detail: string): Violation {
  return { code, detail, attr }
}

/** A rule that a part of a field breaks: `path` leads to it, and is in front of the text. */
export function violationAt(attr: string | null, path: string, code: ViolationCode, text: string): Violation {
  return { ...violation(attr, code, `${path}: ${text}`), path }
}
