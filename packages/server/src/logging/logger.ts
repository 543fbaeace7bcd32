import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { prettyLine } from './pretty-line.ts'
import { redactSecrets } from './redact-secrets.ts'

export type Logger = PinoLogger

/** A logger, and how to end it. */
export interface Log {
  readonly logger: Logger
  /**
   * Resolves to true when all lines are written or the reader has closed the pipe. Resolves to false if the reader
   * still blocks after a second. Later lines are lost.
   */
  close(): Promise<boolean>
}

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>

/** Logs to standard error, because standard output is for the result of a command. */
export function logToStandardError(settings: LogSettings): Log {
  const stream = pino.destination({ fd: process.stderr.fd, sync: false, maxLength: MAX_BUFFERED_BYTES })
  // On a full disk or a closed pipe, log lines are lost, and the server continues.
  let isReaderGone = false
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    isReaderGone ||= code === 'EPIPE'
  })
  const format = settings.logFormat === 'auto' ? (process.stderr.isTTY ? 'pretty' : 'json') : settings.logFormat
  let closed: Promise<boolean> | undefined
  const write = (line: string) => void (closed || stream.write(line))
  const close = () => {
    // pino's stream never emits `close` after its reader has closed the pipe.
    closed ??= isReaderGone ? Promise.resolve(true) : closeStream(stream)
    return closed
  }
  return { logger: createLogger(settings.logLevel, format, { write }), close }
}

/** Further lines are dropped while the reader of the log blocks and this much is buffered. */
// Bound: OUT-8 log-lines
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/**
 * Returns a logger whose lines are JSON objects with `time`, `level` and `msg`. Secrets are removed from the finished
 * line.
 */
export function createLogger(
  level: Settings['logLevel'],
  format: 'json' | 'pretty',
  stream: DestinationStream,
): Logger {
  const render = format === 'json' ? redactSecrets : (line: string) => prettyLine(redactSecrets(line))
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: pino.stdSerializers.err },
    },
    { write: (line) => stream.write(render(line)) },
  )
}

/** How long `close` waits for the reader. */
const LONGEST_CLOSE_MS = 1000

/** Closes the stream without `flushSync`, which retries forever if the reader blocks. */
function closeStream(stream: ReturnType<typeof pino.destination>): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve(true))
    stream.once('error', () => {
      // Without this, the process retries forever at its exit.
      stream.destroy()
      resolve(true)
    })
    setTimeout(resolve, LONGEST_CLOSE_MS, false)
    stream.end()
  })
}
