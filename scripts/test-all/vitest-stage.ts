import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../process/run.ts'
import type { Tally } from './tally.ts'
import { type VitestReport, vitestTally } from './vitest-tally.ts'

/** Runs vitest with its usual output on the terminal, and counts its tests. */
export async function vitestStage(args: readonly string[]): Promise<Tally> {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-vitest-'))
  try {
    const reportFile = join(directory, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
    const { code } = await run('vitest', ['run', '--passWithNoTests', ...args, ...reporters], { output: 'show' })
    return vitestTally(readReport(reportFile), code)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function readReport(file: string): VitestReport | undefined {
  // The file is written by the JSON reporter of the vitest release that the lockfile pins.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as VitestReport) : undefined
}
