/** How many tests ended which way, and what there is to say of each that failed. */
export interface Tally {
  readonly passed: number
  /** A text for each failure: where it is, and how it began. */
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

/** One test, which `failure` says something of if it failed. */
export function tallyOfOne(failure?: string): Tally {
  return failure === undefined
    ? { passed: 1, failures: [], skipped: 0 }
    : { passed: 0, failures: [failure], skipped: 0 }
}

/** The line that tools read: `12 passed, 0 failed, 1 skipped`. */
export function tallyLine({ passed, failures, skipped }: Tally): string {
  return `${passed} passed, ${failures.length} failed, ${skipped} skipped`
}
