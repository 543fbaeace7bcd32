import type { Violation } from '../errors/domain-error.ts'

export type { Violation } from '../errors/domain-error.ts'

export function violation(attr: string | null, code: string, detail: string): Violation {
  return { code, detail, attr }
}
