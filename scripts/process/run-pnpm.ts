import { readManifest } from '../workspace/manifest.ts'
import { workspaceRoot } from '../workspace/workspace-root.ts'
import { type Finished, type RunOptions, run } from './run.ts'

/** Runs the pnpm release that the root package.json names, through npx. */
export function runPnpm(args: readonly string[], options?: RunOptions): Promise<Finished> {
  const { packageManager = 'pnpm' } = readManifest(workspaceRoot)
  return run('npx', ['-y', packageManager, ...args], options)
}
