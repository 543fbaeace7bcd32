// Around the whole run: `globalSetup` of vitest.

import { clearCoverage, readCoverage } from '@flagdeck/core/testing'
import { COVERAGE_FOLDER } from './coverage.ts'

export function setup(): void {
  clearCoverage(COVERAGE_FOLDER)
}

/** Shows what was asked for; a key that no flag has fails the run. */
export function teardown(): void {
  const report = readCoverage(COVERAGE_FOLDER)
  console.log(report.text)
  clearCoverage(COVERAGE_FOLDER)
  report.assertKnown()
}
