import * as z from 'zod'
import { RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import { numberIfDigits } from '../../foundation/validation/bounded-fields.ts'

/** Who may edit a dashboard, as a number or as a form's text. */
export function restrictionField() {
  return z.preprocess(numberIfDigits, z.literal(Object.values(RESTRICTION_LEVELS)))
}
