import { describe, expect, test } from 'vitest'
import { vitestTally } from './vitest-tally.ts'

function file(status: string, ...tests: readonly string[]) {
  return { name: 'a.test.ts', status, message: 'no such module', assertionResults: tests.map(result) }
}

function result(status: string) {
  return { fullName: 'answers', status, failureMessages: status === 'failed' ? ['\u001b[31mexpected 1\u001b[39m'] : [] }
}

describe('vitestTally', () => {
  test('tests count by how they ended; what was not run is skipped', () => {
    const report = { testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'skipped', 'todo')] }
    expect(vitestTally(report, 1)).toEqual({
      passed: 2,
      failures: ['a.test.ts: answers\n    expected 1'],
      skipped: 2,
    })
  })

  test('a file that failed without a failing test counts as one failure', () => {
    const report = { testResults: [file('failed'), file('failed', 'skipped'), file('passed', 'passed')] }
    const failure = 'a.test.ts\n    no such module'
    expect(vitestTally(report, 1)).toEqual({ passed: 1, failures: [failure, failure], skipped: 1 })
  })

  test('a failed run without a failed test counts as one failure', () => {
    const failures = ['vitest ended with 1, outside any test']
    expect(vitestTally({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failures, skipped: 0 })
    expect(vitestTally(undefined, 1)).toEqual({ passed: 0, failures, skipped: 0 })
  })

  test('of a long message, the beginning is kept', () => {
    const long = { ...result('failed'), failureMessages: ['x'.repeat(1000) + '\ny'.repeat(100)] }
    const { failures } = vitestTally({ testResults: [{ ...file('failed'), assertionResults: [long] }] }, 1)
    expect(failures[0]?.length).toBeLessThan(400)
  })
})
