import { readManifest } from '../workspace/manifest.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import { type Finished, run } from './run.ts'

/** Runs the pnpm release that the root package.json names, through npx. */
export function runPnpm(args: readonly string[]): Promise<Finished> {
  const { packageManager = 'pnpm' } = readManifest(workspaceRoot)
  return run('npx', ['-y', packageManager, ...args])
}
