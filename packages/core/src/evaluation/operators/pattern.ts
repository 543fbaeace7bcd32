import { RE2JS } from 're2js'
import type { JsonValue } from '../../json/json-value.ts'
import { textOf } from '../values/text-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/**
 * `regex`: the pattern is found somewhere in the value's text. RE2 syntax, linear time whatever the pattern; one
 * that does not compile matches nobody, negated or not.
 */
export function matchesPattern(pattern: JsonValue): ValueTest {
  const compiled = compile(textOf(pattern))
  return compiled ? requires((value) => compiled.test(textOf(value))) : NEVER
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
