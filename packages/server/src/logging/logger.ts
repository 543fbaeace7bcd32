import { type DestinationStream, type Logger as PinoLogger, pino, stdTimeFunctions } from 'pino'
import type { Settings } from '../settings/settings.ts'
import { prettyLine } from './pretty-line.ts'
import { redactSecrets } from './redact-secrets.ts'

export type Logger = PinoLogger

/** A logger, and how to have everything written that it was told. */
export interface Log {
  readonly logger: Logger
  flush(): void
}

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>

/** Logs to standard error, so that standard output carries nothing but what a command answers. */
export function logToStandardError(settings: LogSettings): Log {
  const stream = pino.destination({ fd: process.stderr.fd, sync: false, maxLength: MAX_BUFFERED_BYTES })
  // A full disk or a closed pipe costs log lines, not the service.
  stream.on('error', () => undefined)
  const format = settings.logFormat === 'auto' ? (process.stderr.isTTY ? 'pretty' : 'json') : settings.logFormat
  return { logger: createLogger(settings.logLevel, format, stream), flush: () => flushed(stream) }
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

function flushed(stream: { flushSync(): void }): void {
  try {
    stream.flushSync()
  } catch {
    // Nobody is reading, or the file was never ready: there is nowhere to say so.
  }
}
