import type { CheckResult } from './check-part.ts'
import { undocumentedNames } from './exported-names.ts'

/** The entry points for users outside this workspace. */
const DOORS = ['index.ts', 'store.ts', 're2.ts', 'simd.ts'].map((door) => `packages/core/src/${door}`)

/** Validates that every name that those entry points export has a TSDoc sentence. */
export function checkExports(): CheckResult {
  const names = new Set(DOORS.flatMap((door) => undocumentedNames(door)))
  const problems = [...names].map((name) => `${name} is exported: say in a sentence above it what it is.`)
  return { passed: problems.length === 0, output: problems.join('\n') }
}
