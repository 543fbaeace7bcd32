import { endProcess } from './end-process.ts'
import type { Log } from './logging/logger.ts'

/** After what nobody caught, nothing is certain any more: whoever watches the process starts it anew. */
export function endOnCrash(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.logger.fatal({ err: error }, event)
      void endProcess(log, 1)
    })
  }
}
