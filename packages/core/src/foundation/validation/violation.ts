import type { ViolationCode } from '../errors/error-codes.ts'
import type { Violation } from '../errors/domain-error.ts'

export type { Violation } from '../errors/domain-error.ts'

export function violation(attr: string | null, code: ViolationCode, detail: string): Violation {
  return { code, detail, attr }
}
