export { re2Patterns } from './evaluation/operators/re2-patterns.ts'
