import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'
import type { PatternEngine, PatternProblem, SafePattern } from './pattern-engine.ts'

/** The maximum length of patterns: longer ones are not parsed; real ones are far shorter. */
export const MAX_PATTERN_LENGTH = 4000
/** See {@link patternCost}; about ten milliseconds. */
const MAX_COST = 4000
/** The maximum number of steps of the compiled program. */
export const MAX_PROGRAM_SIZE = 500
/** The maximum of program steps multiplied by UTF-16 units of the text: about 20 ms in the worst case. */
const MAX_WORK = 200_000
/**
 * The memory budget of an RE2 automaton, in its own count of bytes, before it runs the program step by step instead.
 */
const AUTOMATON_BUDGET = 65_536

/**
 * The pattern engine of servers, for other uses of `compileDefinitions`. RE2 takes linear time, but proportional to the
 * size of the program: `^(?:a?b?){900}$` on a few hundred characters takes a second. This is the reason for the limits
 * (EVAL-41).
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
