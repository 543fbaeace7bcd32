import { globSync, readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import type { CheckResult } from './check-part.ts'
import { GENERATED_FILES } from './generated-files.ts'
import { PLAIN_WORDS } from './plain-words.ts'
import { wordProblems } from './word-problems.ts'

const GENERATED = new Set(GENERATED_FILES.map(({ path }) => path))

/** Rejects words of our own dialect in new prose. */
export function checkWords(): CheckResult {
  const paths = globSync('**/*.{ts,tsx,mjs,md}', {
    cwd: workspaceRoot,
    exclude: (path) => /(^|\/)(node_modules|dist|screens)$/.test(path),
  })
  const files = paths
    .filter((path) => !GENERATED.has(path) && !/(^|\/)CHANGELOG\.md$/.test(path))
    .map((path) => ({ path, source: readFileSync(inWorkspace(path), 'utf8') }))
  const problems = wordProblems(files, PLAIN_WORDS)
  return { passed: problems.length === 0, output: problems.join('\n') }
}
