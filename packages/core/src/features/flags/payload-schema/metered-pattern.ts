import { patternCost } from '../../../evaluation/operators/pattern-cost.ts'
import { re2Patterns } from '../../../evaluation/operators/re2-patterns.ts'
import type { WorkMeter } from './work-meter.ts'

/** The work of compiling one step of a pattern. */
const WORK_OF_COMPILED_STEP = 4000
/** The work of one step of a pattern on one character of a text that is hard to match. */
const WORK_OF_STEP = 100

/** Compiles the patterns of schemas with RE2, whose time is linear in the text (EVAL-41), and counts their work. */
export function meteredPatterns(meter: WorkMeter) {
  const compile = (pattern: string) => {
    const cost = patternCost(pattern)
    meter.spend(cost * WORK_OF_COMPILED_STEP)
    const compiled = re2Patterns.compile(pattern)
    if (compiled === 'invalid') throw new Error(`the pattern ${pattern} is not in RE2 syntax`)
    if (compiled === 'too large') throw new Error(`the pattern ${pattern} is too large`)
    return {
      test(text: string): boolean {
        meter.spend(cost * text.length * WORK_OF_STEP)
        const isFound = compiled.find(text)
        if (isFound === undefined) throw new Error(`a text is too long for the pattern ${pattern}`)
        return isFound
      },
      /** ajv recognizes equal patterns by this text. */
      toString: () => pattern,
    }
  }
  // ajv reads the name of the function for standalone code, which is never generated here.
  return Object.assign(compile, { code: 'meteredPattern' })
}
