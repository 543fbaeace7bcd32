import * as z from 'zod'
import { RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import { numberIfDigits } from '../../foundation/validation/bounded-fields.ts'

/** Returns the field for the restriction level, as a number or as text from a form. */
export function restrictionField() {
  return z.preprocess(numberIfDigits, z.literal(Object.values(RESTRICTION_LEVELS)))
}
