import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import type { Tally } from './tally.ts'
import { type VitestReport, vitestTally } from './vitest-tally.ts'

/** Twice the time of the longest stage: a run that hangs must report where before the CI ends it. */
const STAGE_TIMEOUT_MS = 30 * 60_000

/** Returns a stage that runs vitest with its usual output, and counts its tests. */
export function vitestStage(...args: readonly string[]): () => Promise<Tally> {
  return () => runVitest(args)
}

async function runVitest(args: readonly string[]): Promise<Tally> {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-vitest-'))
  try {
    const reportFile = join(directory, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    const all = ['run', '--passWithNoTests', ...args, ...reporters]
    const { code } = await run('vitest', all, { output: 'show', timeoutMs: STAGE_TIMEOUT_MS })
    return vitestTally(readReport(reportFile), code)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport(file: string): VitestReport | undefined {
  // The file is written by the JSON reporter of the pinned release of vitest.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : undefined
}
