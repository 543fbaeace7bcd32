/** The progress of a long command. */
export interface Progress {
  /** The current step, such as `copying flags`. */
  readonly step: string
  readonly done: number
  /** The approximate total. */
  readonly total: number
  readonly unit: 'rows' | 'pages' | 'entries'
}

export interface ProgressReporter {
  readonly report: (progress: Progress) => void
  /** Clears the progress line of a terminal. */
  readonly end: () => void
}

const TERMINAL_INTERVAL_MS = 100
const LINES_INTERVAL_MS = 1000

/**
 * Reports progress on standard error: as one line that is updated on a terminal, as one JSON line per second elsewhere. A
 * command that ends within `quietMs` reports nothing.
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
