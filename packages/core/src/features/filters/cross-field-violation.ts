import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** A broken cross-field rule: `cross_field.NAME`, with the place in front of the text. */
export function crossField(name: string, path: string, text: string): Violation {
  return violation('filters', `cross_field.${name}`, `${path}: ${text}`)
}
