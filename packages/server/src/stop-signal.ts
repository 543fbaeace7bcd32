import { endProcess } from './end-process.ts'
import type { Log } from './logging/logger.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process on the first stop signal: with 0 after `stop` has resolved, with 1 and a log line if it rejects or takes
 * longer than `timeoutMs`. A second signal ends it immediately, with 1. All log lines are written first.
 */
export function onStopSignal(stop: () => Promise<void>, timeoutMs: number, log: Log): void {
  const { logger } = log
  const end = (code: 0 | 1) => void endProcess(log, code)
  let stopping = false
  const begin = (signal: string) => {
    if (stopping) return end(1)
    stopping = true
    logger.info({ signal }, 'stopping')
    setTimeout(() => {
      logger.error('stopping took longer than SHUTDOWN_TIMEOUT_MS: unfinished requests were cut off')
      end(1)
    }, timeoutMs)
    stop().then(
      () => {
        logger.info('stopped')
        end(0)
      },
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed')
        end(1)
      },
    )
  }
  for (const signal of SIGNALS) process.on(signal, begin)
}
