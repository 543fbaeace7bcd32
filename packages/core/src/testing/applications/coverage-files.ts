import { type CoverageReport, coverageReport } from './coverage-report.ts'
import type { CoverageCounts, FlagCoverage } from './flag-coverage.ts'

/** The part of `node:fs` that is needed: the core imports no Node module, but tests run on Node. */
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

/** Empties the folder in which processes store their counts; call it before a run. */
export function clearCoverage(folder: string): void {
  files().rmSync(folder, { recursive: true, force: true })
}

/** Writes the counts of this process to a separate file in the folder. Call it again when there are more. */
export function writeCoverage(coverage: FlagCoverage, folder: string): void {
  const { mkdirSync, writeFileSync } = files()
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${coverage.id}${ENDING}`, JSON.stringify(coverage.counts()))
}

/** Returns the report on the counts of all processes. If the folder does not exist, nothing was counted. */
export function readCoverage(folder: string): CoverageReport {
  const { mkdirSync, readdirSync, readFileSync } = files()
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => name.endsWith(ENDING))
  // Only `writeCoverage` writes files with this name.
  return coverageReport(names.map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as CoverageCounts))
}

function files(): Files {
  const found = (globalThis as Host).process?.getBuiltinModule?.('node:fs')
  if (!found) throw new Error('There are no files here: put coverage together with coverageReport.')
  return found
}
