import { endProcess } from './end-process.ts'
import type { Log } from './logging/logger.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Ends the process on the first signal to stop: with 0 when `stop` has resolved, with 1 and a line that says why when
 * it rejects or takes longer than `timeoutMs`. A second signal ends it at once, with 1. What was logged is written
 * before, in any case.
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
      logger.error('stopping took longer than SHUTDOWN_TIMEOUT_MS: what was not finished is cut off')
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
