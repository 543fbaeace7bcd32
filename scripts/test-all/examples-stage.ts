import { run } from '../process/run.ts'
import { type WorkspacePackage, workspacePackages } from '../workspace/workspace-packages.ts'
import type { Tally } from './tally.ts'

const EXAMPLE_TIMEOUT_MS = 60_000

/** Runs `npm start` in every example. An example checks what it shows, and ends by itself with exit code 0. */
export async function examplesStage(): Promise<Tally> {
  let failed = 0
  for (const example of workspacePackages('examples')) {
    if (!(await runExample(example))) failed++
  }
  return { passed: failed === 0 ? 1 : 0, failed: failed === 0 ? 0 : 1, skipped: 0 }
}

async function runExample({ folder, directory, manifest }: WorkspacePackage): Promise<boolean> {
  if (!manifest.scripts?.start) {
    console.log(`examples/${folder}: its package.json has no "start" script`)
    return false
  }
  const { code, output } = await run('npm', ['start', '--silent'], {
    cwd: directory,
    timeoutMs: EXAMPLE_TIMEOUT_MS,
  })
  console.log(`examples/${folder}: ${code === 0 ? 'ok' : `FAILED\n${output}`}`)
  return code === 0
}
