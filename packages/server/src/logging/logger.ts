import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { prettyLine } from './pretty-line.ts'
import { redactSecrets } from './redact-secrets.ts'

export type Logger = PinoLogger

/** A logger, and how to end it. */
export interface Log {
  readonly logger: Logger
  /**
   * Resolves when everything is written that it was told, or there is nobody any more to read it; to false when a second
   * later it still waits for a reader. What it is told meanwhile is lost.
   */
  close(): Promise<boolean>
}

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>

/** Logs to standard error, so that standard output carries nothing but what a command answers. */
export function logToStandardError(settings: LogSettings): Log {
  const stream = pino.destination({ fd: process.stderr.fd, sync: false, maxLength: MAX_BUFFERED_BYTES })
  // A full disk or a closed pipe costs log lines, not the service.
  let isReaderGone = false
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    isReaderGone ||= code === 'EPIPE'
  })
  const format = settings.logFormat === 'auto' ? (process.stderr.isTTY ? 'pretty' : 'json') : settings.logFormat
  let closed: Promise<boolean> | undefined
  const write = (line: string) => void (closed || stream.write(line))
  const close = () => {
    // Once its reader is gone, pino's stream does nothing any more, and never says that it is closed.
    closed ??= isReaderGone ? Promise.resolve(true) : closeStream(stream)
    return closed
  }
  return { logger: createLogger(settings.logLevel, format, { write }), close }
}

/** Lines beyond these are dropped while nobody reads the log. */
// Bound: OUT-8 log-lines
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/** Every line is one JSON object with `time`, `level` and `msg`; secrets are taken out of the finished line. */
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

/** How long a reader is waited for at the end. */
const LONGEST_CLOSE_MS = 1000

/** Not by `flushSync` of the stream, which tries for ever to write to what takes nothing any more. */
function closeStream(stream: ReturnType<typeof pino.destination>): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve(true))
    stream.once('error', () => {
      // Or the process would try for ever at its exit.
      stream.destroy()
      resolve(true)
    })
    setTimeout(resolve, LONGEST_CLOSE_MS, false)
    stream.end()
  })
}
