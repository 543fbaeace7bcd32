import type { JsonValue } from '../../json/json-value.ts'

/** An operator with the filter's value built in, ready for the values of any subject. */
export interface ValueTest {
  /** What it answers when the subject does not have the property (evaluation.md section 2.2). */
  readonly whenMissing: boolean
  readonly accepts: (value: JsonValue) => boolean
}

/** Matches nobody: what becomes of a filter whose value its operator cannot use. */
export const NEVER: ValueTest = { whenMissing: false, accepts: () => false }

/** A test that someone without the property fails. */
export function requires(accepts: (value: JsonValue) => boolean): ValueTest {
  return { whenMissing: false, accepts }
}

/** The opposite of a test, which someone without the property therefore passes. */
export function not(test: ValueTest): ValueTest {
  if (test === NEVER) return NEVER
  return { whenMissing: !test.whenMissing, accepts: (value) => !test.accepts(value) }
}
