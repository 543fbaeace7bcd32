export type { PatternEngine, PatternProblem, SafePattern } from './evaluation/operators/pattern-engine.ts'
export { re2Patterns } from './evaluation/operators/re2-patterns.ts'
