import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** A compiled operator with the filter's value, for the values of any subject. */
export interface ValueTest {
  /** The result if the subject does not have the property (EVAL-21). */
  readonly whenMissing: boolean
  /**
   * Returns whether a value matches. The value is not too long, and is read in the forms that the subject's filters
   * share.
   */
  readonly accepts: (value: JsonValue, forms: ValueForms) => boolean
}

/** Never matches: the test of a filter whose value its operator cannot use. */
export const NEVER: ValueTest = { whenMissing: false, accepts: () => false }

/** Returns a test that fails if the property is missing. */
export function requires(accepts: ValueTest['accepts']): ValueTest {
  return { whenMissing: false, accepts }
}

/** Returns the opposite of a test, which therefore passes if the property is missing. */
export function not(test: ValueTest): ValueTest {
  if (test === NEVER) return NEVER
  return { whenMissing: !test.whenMissing, accepts: (value, forms) => !test.accepts(value, forms) }
}
