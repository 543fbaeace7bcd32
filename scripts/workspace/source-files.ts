import { globSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from './workspace-root.ts'

const TEST_FILE = /\.test\.ts$|^packages\/[^/]+\/test\//

/** Whether a path (from the checkout's root) is a test or supports one; tests are never published. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path)
}

/** Returns the paths from the checkout's root of the TypeScript files in the packages, sorted. */
export function packageSourceFiles(): readonly string[] {
  return globSync(['packages/*/src/**/*.{ts,tsx}', 'packages/*/test/**/*.ts'], { cwd: workspaceRoot }).sort()
}

/** Returns the absolute path of a file, given from the checkout's root. */
export function inWorkspace(path: string): string {
  return join(workspaceRoot, path)
}
