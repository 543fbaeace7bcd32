/** Warnings of a server when PostgreSQL stalls: during a statement, while waiting for a lock, or while connecting. */
const TOO_SLOW: readonly string[] = [
  'PostgreSQL took too long to answer.',
  'PostgreSQL took too long to give out a lock.',
  'PostgreSQL does not answer.',
]
/** The only permitted warnings, while Redis is restarted and when the machine stalls. */
const EXPECTED: readonly string[] = ['continuing without Redis', ...TOO_SLOW]

/** Returns the lines of a server's log that are not permitted warnings, and lines that are not from the logger. */
export function logProblems(stderr: string): readonly string[] {
  return linesOf(stderr).filter((line) => {
    const { level, msg = '' } = parsed(line) ?? {}
    return level !== 'warn' || !EXPECTED.includes(msg)
  })
}

/**
 * The share of responses that may be refused, because PostgreSQL may stall for two seconds on a machine with two busy
 * cores.
 */
const REFUSED = 1 / 1000

/**
 * Returns the maximum number of refusals (OUT-4): each must have a warning in the log, and only a small share of
 * responses may be refused.
 */
export function mostRefusals(stderr: string, answers: number): number {
  const counts = warnings(stderr)
  const reasons = TOO_SLOW.reduce((sum, sentence) => sum + (counts[sentence] ?? 0), 0)
  return Math.min(reasons, answers * REFUSED)
}

/** Returns the number of occurrences of each warning. */
export function warnings(stderr: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const line of linesOf(stderr)) {
    const { msg } = parsed(line) ?? {}
    if (msg !== undefined) counts[msg] = (counts[msg] ?? 0) + 1
  }
  return counts
}

interface LogLine {
  readonly level: string
  readonly msg: string
}

function linesOf(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '')
}

function parsed(line: string): LogLine | undefined {
  try {
    // The logger writes this format.
    return JSON.parse(line) as LogLine
  } catch {
    return undefined
  }
}
