import type { Properties } from '../definition/subject.ts'
import { ValueForms } from './value-forms.ts'

/** Returns properties for display: null replaces a value that is too long for filters (EVAL-54). */
export function shownProperties(properties: Properties): Properties {
  const forms = new ValueForms()
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      value !== undefined && forms.isTooLong(value) ? null : value,
    ]),
  )
}
