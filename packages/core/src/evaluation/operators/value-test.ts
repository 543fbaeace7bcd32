import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { ValueForms } from '../values/value-forms.ts'

/** An operator with the filter's value built in, ready for the values of any subject. */
export interface ValueTest {
  /** What it answers when the subject does not have the property (EVAL-21). */
  readonly whenMissing: boolean
  /** Whether it matches a value that is not too long, which it reads in the forms that the subject's filters share. */
  readonly accepts: (value: JsonValue, forms: ValueForms) => boolean
}

/** Matches nobody: what becomes of a filter whose value its operator cannot use. */
export const NEVER: ValueTest = { whenMissing: false, accepts: () => false }

/** A test that someone without the property fails. */
export function requires(accepts: ValueTest['accepts']): ValueTest {
  return { whenMissing: false, accepts }
}

/** The opposite of a test, which someone without the property therefore passes. */
export function not(test: ValueTest): ValueTest {
  if (test === NEVER) return NEVER
  return { whenMissing: !test.whenMissing, accepts: (value, forms) => !test.accepts(value, forms) }
}
