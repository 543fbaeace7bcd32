import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Tally } from './tally.ts'

/** The counted part of vitest's JSON report. */
export interface VitestReport {
  readonly testResults: readonly VitestFileResult[]
}

interface VitestFileResult {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly VitestTestResult[]
}

interface VitestTestResult {
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[] | null
}

/**
 * Counts a report. A failure outside tests counts as one failed test: a file that did not load, a hook, an unhandled
 * error, or a run that ended before it wrote its report.
 */
export function vitestTally(report: VitestReport | undefined, exitCode: number): Tally {
  const files = report?.testResults ?? []
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const failures = files.flatMap(failuresIn)
  return {
    passed: countOf(tests, 'passed'),
    failures: failures.length === 0 && exitCode !== 0 ? [`vitest ended with ${exitCode}, outside any test`] : failures,
    skipped: tests.length - countOf(tests, 'passed') - countOf(tests, 'failed'),
  }
}

function failuresIn({ name, status, message, assertionResults }: VitestFileResult): string[] {
  const file = relative('.', name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [failureText(file, message)] : []
  return failed.map((test) => failureText(`${file}: ${test.fullName}`, test.failureMessages?.join('\n') ?? ''))
}

const LINES_OF_A_MESSAGE = 8

function failureText(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const own = lines.filter((line) => !line.includes('/node_modules/')).slice(0, LINES_OF_A_MESSAGE)
  return [title, ...own.map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

function countOf(results: readonly VitestTestResult[], status: string): number {
  return results.filter((result) => result.status === status).length
}
