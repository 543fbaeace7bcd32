import { not, requires } from './value-test.ts'

/** `is_set`: the subject has the property with any value, including null. */
export const IS_SET = requires(() => true)

/** `is_not_set`: the subject does not have the property. */
export const IS_NOT_SET = not(IS_SET)
