import { textField } from '../../foundation/validation/fields.ts'

const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 1000

/** A password that somebody chooses: long rather than of many kinds of letters. */
export function passwordField() {
  return textField().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH)
}
