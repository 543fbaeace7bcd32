import { existsSync, globSync, readFileSync } from 'node:fs'
import { inWorkspace } from '../workspace/source-files.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import type { CheckResult } from './check-part.ts'
import { declaredFrom } from './declared-from.ts'
import { publishedModules } from './documented-examples.ts'
import { doorProblems, shutIn } from './door-problems.ts'

const WRITTEN = ['{packages,examples,bench,docs,scripts,test}/**/*.{ts,tsx,mts,js,mjs,md}', '*.md']
const NOT_WRITTEN = /(^|\/)(node_modules|dist|CHANGELOG\.md)$/
/** What the compiler made of packages: types that it inferred have names there that no source of theirs says. */
const DECLARED = ['packages/*/dist/**/*.d.ts']
/** What applications hold: whatever its methods take and answer, they may have to name. */
const DECK = { path: 'packages/core/src/deck/flagdeck.ts', name: 'Flagdeck' }

/** Holds what leaves the published packages, which are compiled, against who needs it. */
export function checkDoors(): CheckResult {
  const written = globSync(WRITTEN, { cwd: workspaceRoot, exclude: (path) => NOT_WRITTEN.test(path) })
  const declared = globSync(DECLARED, { cwd: workspaceRoot }).filter(hasSource)
  const paths = [...written, ...declared]
  const readers = paths.map((path) => ({ path, text: sourceOf(path) })).filter(({ text }) => text.includes('flagdeck'))
  const doors = publishedModules()
  const problems = [...doorProblems(doors, readers, sourceOf), ...shutIn(DECK, doors, sourceOf)]
  return { passed: problems.length === 0, output: problems.join('\n') }
}

/** Whether what a declaration was made of is still there: the compiler leaves those of files that have moved. */
function hasSource(path: string): boolean {
  return declaredFrom(path).some((source) => existsSync(inWorkspace(source)))
}

function sourceOf(path: string): string {
  return readFileSync(inWorkspace(path), 'utf8')
}
