import { readFileSync } from 'node:fs'
import { inWorkspace, isTestFile, packageSourceFiles } from '../workspace/source-files.ts'
import { boundProblems } from './bound-problems.ts'
import type { CheckResult } from './check-part.ts'

const RULES = 'docs/behaviour/outages.md'
/** Files that support tests, or are not part of a server. */
const APART = /^packages\/store-suite\/|\/src\/(.+\/)?testing\//

/** Validates all collections that outlive a request against the table of OUT-8. */
export function checkBounds(): CheckResult {
  const paths = packageSourceFiles().filter((path) => !isTestFile(path) && !APART.test(path))
  const files = paths.map((path) => ({ path, source: readFileSync(inWorkspace(path), 'utf8') }))
  const problems = boundProblems(files, readFileSync(inWorkspace(RULES), 'utf8'))
  return { passed: problems.length === 0, output: problems.join('\n') }
}
