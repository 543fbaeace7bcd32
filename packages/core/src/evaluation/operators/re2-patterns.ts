import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'
import type { PatternEngine, PatternProblem, SafePattern } from './pattern-engine.ts'

/** Longer patterns are not even read; real ones are far shorter. */
export const MAX_PATTERN_LENGTH = 4000
/** See {@link patternCost}; about ten milliseconds. */
const MAX_COST = 4000
/** Steps of the compiled program. */
export const MAX_PROGRAM_SIZE = 500
/** Steps of the program times UTF-16 units of the text: what finding out takes when all goes badly, about 20 ms. */
const MAX_WORK = 200_000
/** What RE2 may spend on an automaton, in bytes of its own counting, before it steps through the program instead. */
const AUTOMATON_BUDGET = 65_536

/**
 * The pattern engine of servers, for `compileDefinitions` elsewhere. RE2 takes linear time, but a factor of it is the
 * size of the program, and `^(?:a?b?){900}$` over a few hundred characters takes a second; hence the limits (EVAL-41).
 *
 * @example
 * const snapshot = compileDefinitions(definitions, { patterns: re2Patterns })
 */
export const re2Patterns: PatternEngine = { compile: safePattern }

function safePattern(pattern: string): SafePattern | PatternProblem {
  if (pattern.length > MAX_PATTERN_LENGTH || patternCost(pattern) > MAX_COST) return 'too large'
  const compiled = compile(pattern)
  if (!compiled) return 'invalid'
  const size = compiled.programSize()
  if (size > MAX_PROGRAM_SIZE) return 'too large'
  limitAutomaton(compiled)
  const longest = MAX_WORK / size
  return { find: (text) => (text.length > longest ? undefined : compiled.test(text)) }
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}

/** The library allows each automaton 8 MiB, which hostile texts fill at a hundred times the cost of plain stepping. */
function limitAutomaton(compiled: RE2JS): void {
  const { dfa } = compiled.re2()
  dfa.maxMem = AUTOMATON_BUDGET
  dfa.stateBudget = AUTOMATON_BUDGET
  dfa.memBudget = AUTOMATON_BUDGET
}
