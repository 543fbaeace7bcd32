import { type CoverageReport, coverageReport } from './coverage-report.ts'
import type { CoverageCounts, FlagCoverage } from './flag-coverage.ts'

/** What is needed of `node:fs`: the core knows no module of Node's, and tests run on it. */
interface Files {
  mkdirSync(path: string, options: { readonly recursive: true }): unknown
  readdirSync(path: string): readonly string[]
  readFileSync(path: string, encoding: 'utf8'): string
  rmSync(path: string, options: { readonly recursive: true; readonly force: true }): unknown
  writeFileSync(path: string, text: string): unknown
}

interface Host {
  readonly process?: { getBuiltinModule?(name: 'node:fs'): Files }
}

const ENDING = '.flags.json'

/** Empties the folder in which processes put what they have counted: to be called before a run. */
export function clearCoverage(folder: string): void {
  files().rmSync(folder, { recursive: true, force: true })
}

/** Puts what this process has counted beside what others have, in a file of its own. It may be called again, when there is more. */
export function writeCoverage(coverage: FlagCoverage, folder: string): void {
  const { mkdirSync, writeFileSync } = files()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${coverage.id}${ENDING}`, JSON.stringify(coverage.counts()))
}

/** The report on what all processes have counted; without the folder, nobody has. */
export function readCoverage(folder: string): CoverageReport {
  const { mkdirSync, readdirSync, readFileSync } = files()
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
  // Nobody else writes files of this name.
  return coverageReport(names.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as CoverageCounts))
}

function files(): Files {
  const found = (globalThis as Host).process?.getBuiltinModule?.('node:fs')
  if (!found) throw new Error('There are no files here: put coverage together with coverageReport.')
  return found
}
