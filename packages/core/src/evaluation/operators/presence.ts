import { not, requires } from './value-test.ts'

/** `is_set`: the subject has the property, whatever its value, null included. */
export const IS_SET = requires(() => true)

/** `is_not_set`. */
export const IS_NOT_SET = not(IS_SET)
