import { globSync, readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import type { CheckResult } from './check-part.ts'
import { type CitingFile, citable, citationProblems, repeatedRules } from './citation-problems.ts'
import { GENERATED_FILES } from './generated-files.ts'

const CITING = ['**/*.{ts,tsx,js,mjs,md,yaml}', '**/Dockerfile']
/** Files that programs write, or that describe the past. */
const APART = new Set([...GENERATED_FILES.map(({ path }) => path), 'pnpm-lock.yaml'])
const CHANGELOG = /(^|\/)CHANGELOG\.md$/

/** Validates the citations in comments, documents and tests against the contents of the repository. */
export function checkCitations(): CheckResult {
  const pages = filesLike(['docs/behaviour/*.md'])
  const there = citable(pathsLike(['**/*.md']), pages)
  const cited = filesLike(CITING).flatMap((file) => citationProblems(file, there))
  const problems = [...repeatedRules(pages), ...cited]
  return { passed: problems.length === 0, output: problems.join('\n') }
}

function filesLike(patterns: readonly string[]): readonly CitingFile[] {
  const paths = pathsLike(patterns).filter((path) => !APART.has(path) && !CHANGELOG.test(path))
  return paths.map((path) => ({ path, source: readFileSync(inWorkspace(path), 'utf8') }))
}

function pathsLike(patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: workspaceRoot, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).sort()
}
