/** The number of tests by outcome, and a description of each failure. */
export interface Tally {
  readonly passed: number
  /** A text for each failure: its position, and the start of its message. */
  readonly failures: readonly string[]
  readonly skipped: number
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, { passed, failures, skipped }) => ({
      passed: sum.passed + passed,
      failures: [...sum.failures, ...failures],
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failures: [], skipped: 0 },
  )
}

/** Returns the tally of one test, which failed if `failure` is given. */
export function tallyOfOne(failure?: string): Tally {
  return failure === undefined
    ? { passed: 1, failures: [], skipped: 0 }
    : { passed: 0, failures: [failure], skipped: 0 }
}

/** Returns the line that tools parse: `12 passed, 0 failed, 1 skipped`. */
export function tallyLine({ passed, failures, skipped }: Tally): string {
  return `${passed} passed, ${failures.length} failed, ${skipped} skipped`
}
