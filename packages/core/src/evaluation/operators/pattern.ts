import type { JsonValue } from '../../foundation/json/json-value.ts'
import { textOf } from '../values/text-of.ts'
import { safePattern } from './safe-pattern.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/**
 * `regex`: the pattern is found somewhere in the value's text. RE2 syntax. What would take too long, because the
 * pattern is too large or the text too long for it, matches nobody, and neither does a pattern that does not compile:
 * negated or not.
 */
export function matchesPattern(pattern: JsonValue): ValueTest {
  const compiled = safePattern(textOf(pattern))
  return typeof compiled === 'string' ? NEVER : requires((value, forms) => compiled.find(forms.text(value)) === true)
}

/** `not_regex`: the pattern is found nowhere in the value's text. */
export function lacksPattern(pattern: JsonValue): ValueTest {
  const compiled = safePattern(textOf(pattern))
  if (typeof compiled === 'string') return NEVER
  return { whenMissing: true, accepts: (value, forms) => compiled.find(forms.text(value)) === false }
}
