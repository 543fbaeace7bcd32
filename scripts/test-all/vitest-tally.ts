import type { Tally } from './tally.ts'

/** The part of vitest's JSON report that is counted. */
export interface VitestReport {
  readonly testResults: readonly VitestFileResult[]
}

interface VitestFileResult {
  readonly status: string
  readonly assertionResults: readonly { readonly status: string }[]
}

/**
 * Counts a report. What failed outside any test counts too, as one: a file that did not load, a hook, an unhandled
 * error, or a run that ended before it wrote its report.
 */
export function vitestTally(report: VitestReport | undefined, exitCode: number): Tally {
  const files = report?.testResults ?? []
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const failedTests = countOf(tests, 'failed')
  const failed = failedTests + files.filter(failedOutsideTests).length
  const passed = countOf(tests, 'passed')
  return {
    passed,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: tests.length - passed - failedTests,
  }
}

function failedOutsideTests({ status, assertionResults }: VitestFileResult): boolean {
  return status === 'failed' && countOf(assertionResults, 'failed') === 0
}

function countOf(results: readonly { readonly status: string }[], status: string): number {
  return results.filter((result) => result.status === status).length
}
