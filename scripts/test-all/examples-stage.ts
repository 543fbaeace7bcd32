import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { type WorkspacePackage, workspacePackages } from '../workspace/workspace-packages.ts'
import type { Tally } from './tally.ts'

const EXAMPLE_TIMEOUT_MS = 120_000

/**
 * Runs every example, as many at once as there are cores. An example checks what it shows, and ends by itself with exit
 * code 0: by `npm test` where it has one, because `npm start` serves until it is stopped, else by `npm start`.
 */
export async function examplesStage(): Promise<Tally> {
  // They load the same sources, which so are compiled once.
  const compileCache = mkdtempSync(join(tmpdir(), 'flagdeck-examples-'))
  const waiting = workspacePackages('examples').values()
  let failed = 0
  const runInTurn = async () => {
    for (const example of waiting) if (!(await runExample(example, { NODE_COMPILE_CACHE: compileCache }))) failed++
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
  rmSync(compileCache, { recursive: true, force: true })
  return { passed: failed === 0 ? 1 : 0, failed: failed === 0 ? 0 : 1, skipped: 0 }
}

async function runExample(
  { folder, directory, manifest }: WorkspacePackage,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const script = ['test', 'start'].find((name) => manifest.scripts?.[name])
  if (script === undefined) {
    console.log(`examples/${folder}: its package.json has neither a "test" nor a "start" script`)
    return false
  }
  const { code, output } = await run('npm', ['run', script, '--silent'], {
    cwd: directory,
    env,
    timeoutMs: EXAMPLE_TIMEOUT_MS,
  })
  console.log(`examples/${folder}: ${code === 0 ? 'ok' : `FAILED\n${output}`}`)
  return code === 0
}
