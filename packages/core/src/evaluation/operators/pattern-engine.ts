import type { JsonValue } from '../../foundation/json/json-value.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { textOf } from '../values/text-of.ts'
import { NEVER, requires, type ValueTest } from './value-test.ts'

/**
 * What reads the patterns of filters. Evaluation brings none along, because one is several times the size of all the
 * rest: `re2Patterns` of `@flagdeck/core/re2` is the one that servers use.
 */
export interface PatternEngine {
  /** Compiles a pattern in RE2 syntax, or says why not. It takes bounded time, whatever the pattern says. */
  compile(pattern: string): SafePattern | PatternProblem
}

/** A regular expression that answers in bounded time, whatever it says and whatever it is asked of. */
export interface SafePattern {
  /** Whether it is found somewhere in a text; undefined when the text is too long to look. */
  find(text: string): boolean | undefined
}

/** Why there is no safe pattern: it is no RE2 syntax, or it would take too long to compile or to ask. */
export type PatternProblem = 'invalid' | 'too large'

/**
 * `regex`: the pattern is found somewhere in the value's text. RE2 syntax. What would take too long, because the
 * pattern is too large or the text too long for it, matches nobody, and neither does a pattern that does not compile:
 * negated or not. Throws UnevaluableError where nobody can tell, for want of an engine (EVAL-62).
 */
export function matchesPattern(pattern: JsonValue, engine: PatternEngine | undefined): ValueTest {
  const compiled = compile(pattern, engine)
  return typeof compiled === 'string' ? NEVER : requires((value, forms) => compiled.find(forms.text(value)) === true)
}

/** `not_regex`: the pattern is found nowhere in the value's text. */
export function lacksPattern(pattern: JsonValue, engine: PatternEngine | undefined): ValueTest {
  const compiled = compile(pattern, engine)
  if (typeof compiled === 'string') return NEVER
  return { whenMissing: true, accepts: (value, forms) => compiled.find(forms.text(value)) === false }
}

function compile(pattern: JsonValue, engine: PatternEngine | undefined): SafePattern | PatternProblem {
  if (!engine) throw new UnevaluableError('it contains a pattern, but there is no pattern engine')
  return engine.compile(textOf(pattern))
}
