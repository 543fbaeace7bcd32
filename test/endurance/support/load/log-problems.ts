/** Warnings of a server when PostgreSQL stalls: while it runs a statement, waits for a lock, or connects. */
const TOO_SLOW: readonly string[] = [
  'PostgreSQL took too long to answer.',
  'PostgreSQL took too long to give out a lock.',
  'PostgreSQL does not answer.',
]
/** All that a server should have to warn of while Redis is restarted, and when the machine stands still. */
const EXPECTED: readonly string[] = ['continuing without Redis', ...TOO_SLOW]

/** What a server's log says that it should not have to, and whatever did not come from the logger. */
export function logProblems(stderr: string): readonly string[] {
  return linesOf(stderr).filter((line) => {
    const { level, msg = '' } = parsed(line) ?? {}
    return level !== 'warn' || !EXPECTED.includes(msg)
  })
}

/** Of all answers, those for which a machine with two busy cores may let PostgreSQL stand still for two seconds. */
const REFUSED = 1 / 1000

/** How many of the answers of servers may be refusals (OUT-4): each has its reason in their log, and there are few. */
export function mostRefusals(stderr: string, answers: number): number {
  const counts = warnings(stderr)
  const reasons = TOO_SLOW.reduce((sum, sentence) => sum + (counts[sentence] ?? 0), 0)
  return Math.min(reasons, answers * REFUSED)
}

/** How often each warning was given. */
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
    // That is what the logger writes.
    return JSON.parse(line) as LogLine
  } catch {
    return undefined
  }
}
