/** How far a long command is. */
export interface Progress {
  /** What is being done: `copying flags`. */
  readonly step: string
  readonly done: number
  /** About how much there is. */
  readonly total: number
  readonly unit: 'rows' | 'pages' | 'entries'
}

export interface ProgressReporter {
  readonly report: (progress: Progress) => void
  /** Leaves the last line of a terminal to what comes next. */
  readonly end: () => void
}

const TERMINAL_INTERVAL_MS = 100
const LINES_INTERVAL_MS = 1000

/**
 * Says on standard error how far a command is: in one line that changes on a terminal, in JSON lines, one a second,
 * everywhere else. A command that is done within `quietMs` reports nothing.
 */
export function progressReporter({ quietMs = 0 } = {}): ProgressReporter {
  const stream = process.stderr
  const intervalMs = stream.isTTY ? TERMINAL_INTERVAL_MS : LINES_INTERVAL_MS
  let isReported = false
  let nextAt = quietMs === 0 ? 0 : performance.now() + quietMs
  return {
    report(progress) {
      const now = performance.now()
      if (now < nextAt) return
      nextAt = now + intervalMs
      isReported = true
      stream.write(stream.isTTY ? `\r${progressText(progress)}\x1b[K` : `${JSON.stringify(progress)}\n`)
    },
    end() {
      if (stream.isTTY && isReported) stream.write('\r\x1b[K')
    },
  }
}

function progressText({ step, done, total, unit }: Progress): string {
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((done * 100) / total))
  return `${step}: ${count(done)} of ${count(total)} ${unit} (${percent}%)`
}

function count(n: number): string {
  return n.toLocaleString('en-US')
}
