import { describe, expect, test } from 'vitest'
import { vitestTally } from './vitest-tally.ts'

function file(status: string, ...tests: readonly string[]) {
  return { status, assertionResults: tests.map((result) => ({ status: result })) }
}

describe('vitestTally', () => {
  test('tests count by how they ended; what was not run is skipped', () => {
    const report = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo')] }
    expect(vitestTally(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  test('a file that failed without a failing test counts as one failure', () => {
    const report = { testResults: [file('failed'), file('failed', 'skipped'), file('passed', 'passed')] }
    expect(vitestTally(report, 1)).toEqual({ passed: 1, failed: 2, skipped: 1 })
  })

  test('a failed run without a failed test counts as one failure', () => {
    expect(vitestTally({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(vitestTally(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})
