import { existsSync, globSync, readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import type { CheckResult } from './check-part.ts'
import { declaredFrom } from './declared-from.ts'
import { publishedModules } from './documented-examples.ts'
import { doorProblems, shutIn } from './door-problems.ts'

const WRITTEN = ['{packages,examples,bench,docs,scripts,test}/**/*.{ts,tsx,mts,js,mjs,md}', '*.md']
const NOT_WRITTEN = /(^|\/)(node_modules|dist|CHANGELOG\.md)$/
/** Compiled declarations: they contain names of inferred types that no source contains. */
const DECLARED = ['packages/*/dist/**/*.d.ts']
/** The object that applications use. They may have to name all types of its methods. */
const DECK = { path: 'packages/core/src/deck/flagdeck.ts', name: 'Flagdeck' }

/** Validates that the exports of the published packages are needed. The packages must be compiled. */
export function checkDoors(): CheckResult {
  const written = globSync(WRITTEN, { cwd: workspaceRoot, exclude: (path) => NOT_WRITTEN.test(path) })
  const declared = globSync(DECLARED, { cwd: workspaceRoot }).filter(hasSource)
  const paths = [...written, ...declared]
  const readers = paths.map((path) => ({ path, text: sourceOf(path) })).filter(({ text }) => text.includes('flagdeck'))
  const doors = publishedModules()
  const problems = [...doorProblems(doors, readers, sourceOf), ...shutIn(DECK, doors, sourceOf)]
  return { passed: problems.length === 0, output: problems.join('\n') }
}

/** Whether the source of a declaration still exists: the compiler does not delete declarations of moved files. */
function hasSource(path: string): boolean {
  return declaredFrom(path).some((source) => existsSync(inWorkspace(source)))
}

function sourceOf(path: string): string {
  return readFileSync(inWorkspace(path), 'utf8')
}
