import type { ValueCode } from '../../foundation/errors/error-codes.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

type NameOf<Code> = Code extends `cross_field.${infer Name}` ? Name : never
type CrossFieldName = NameOf<ValueCode>

/** A broken cross-field rule: `cross_field.NAME`, with the place in front of the text. */
export function crossField(name: CrossFieldName, path: string, text: string): Violation {
  return violation('filters', `cross_field.${name}`, `${path}: ${text}`)
}
