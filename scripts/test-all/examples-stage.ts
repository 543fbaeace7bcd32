import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import { type WorkspacePackage, workspacePackages } from '../workspace/workspace-packages.ts'
import { addTallies, type Tally, tallyOfOne } from './tally.ts'

const EXAMPLE_TIMEOUT_MS = 120_000

/**
 * Runs every example, concurrently up to the number of cores. An example validates its own results, and must end with
 * exit code 0. `npm test` is used if the example has one, because `npm start` serves until it is stopped; otherwise
 * `npm start`.
 */
export async function examplesStage(): Promise<Tally> {
  // Examples load the same sources, which are compiled once this way.
  const compileCache = mkdtempSync(join(tmpdir(), 'flagdeck-examples-'))
  const waiting = workspacePackages('examples').values()
  const tallies: Tally[] = []
  const runInTurn = async () => {
    for (const example of waiting) tallies.push(await runExample(example, { NODE_COMPILE_CACHE: compileCache }))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runInTurn))
  rmSync(compileCache, { recursive: true, force: true })
  return addTallies(tallies)
}

async function runExample(
  { folder, directory, manifest }: WorkspacePackage,
  env: Readonly<Record<string, string>>,
): Promise<Tally> {
  const script = ['test', 'start'].find((name) => manifest.scripts?.[name])
  if (script === undefined) {
    return tallyOfOne(`examples/${folder}: its package.json has neither a "test" nor a "start" script`)
  }
  const { code, output } = await run('npm', ['run', script, '--silent'], {
    cwd: directory,
    env,
    timeoutMs: EXAMPLE_TIMEOUT_MS,
  })
  console.log(`examples/${folder}: ${code === 0 ? 'ok' : `FAILED\n${output}`}`)
  return tallyOfOne(code === 0 ? undefined : `examples/${folder} ended with ${code}`)
}
