import type { JsonValue } from '../../foundation/json/json-value.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { textOf } from '../values/text-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/**
 * Compiles the patterns of filters. Evaluation does not include an engine, because one is several times the size of all
 * other code: servers use `re2Patterns` of `@flagdeck/core/re2`.
 */
export interface PatternEngine {
  /** Compiles a pattern in RE2 syntax, or returns the problem. The time is bounded for any pattern. */
  compile(pattern: string): SafePattern | PatternProblem
}

/** A regular expression with bounded time for any pattern and any text. */
export interface SafePattern {
  /** Returns whether the pattern occurs in a text; undefined if the text is too long to search. */
  find(text: string): boolean | undefined
}

/** Why there is no safe pattern: it is not RE2 syntax, or compiling or matching it would take too long. */
export type PatternProblem = 'invalid' | 'too large'

/**
 * `regex`: the pattern, in RE2 syntax, occurs in the value's text. If the pattern or the text is too large, or if the
 * pattern does not compile, it never matches, negated or not.
 * @throws UnevaluableError without an engine (EVAL-62)
 */
export function matchesPattern(pattern: JsonValue, engine: PatternEngine | undefined): ValueTest {
  const compiled = compile(pattern, engine)
  return typeof compiled === 'string' ? NEVER : requires((value, forms) => compiled.find(forms.text(value)) === true)
}

/** `not_regex`: the pattern does not occur in the value's text. */
export function lacksPattern(pattern: JsonValue, engine: PatternEngine | undefined): ValueTest {
  const compiled = compile(pattern, engine)
  if (typeof compiled === 'string') return NEVER
  return { whenMissing: true, accepts: (value, forms) => compiled.find(forms.text(value)) === false }
}

function compile(pattern: JsonValue, engine: PatternEngine | undefined): SafePattern | PatternProblem {
  if (!engine) throw new UnevaluableError('it contains a pattern, but there is no pattern engine')
  return engine.compile(textOf(pattern))
}
