import { textField } from '../../foundation/validation/fields.ts'

const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 1000

/** Returns the field for a new password. It requires a minimum length instead of different kinds of characters. */
export function passwordField() {
  return textField().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH)
}
