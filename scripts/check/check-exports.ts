import type { CheckResult } from './check-part.ts'
import { undocumentedNames } from './exported-names.ts'

/** The doors that people outside of this workspace go through. */
const DOORS = ['index.ts', 'store.ts', 're2.ts', 'simd.ts'].map((door) => `packages/core/src/${door}`)

/** Holds every name that those doors export to have its sentence. */
export function checkExports(): CheckResult {
  const names = new Set(DOORS.flatMap((door) => undocumentedNames(door)))
  const problems = [...names].map((name) => `${name} is exported: say in a sentence above it what it is.`)
  return { passed: problems.length === 0, output: problems.join('\n') }
}
