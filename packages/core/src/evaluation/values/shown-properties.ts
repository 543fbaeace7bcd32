import type { Properties } from '../definition/subject.ts'
import { ValueForms } from './value-forms.ts'

/** Properties to be shown: null stands for a value that is too long for filters to look at (EVAL-54). */
export function shownProperties(properties: Properties): Properties {
  const forms = new ValueForms()
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      value !== undefined && forms.isTooLong(value) ? null : value,
    ]),
  )
}
