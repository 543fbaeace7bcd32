import { endProcess } from './end-process.ts'
import type { Log } from './logging/logger.ts'

/** Ends the process after an uncaught error. The state is unreliable then, so the supervisor has to restart it. */
export function endOnCrash(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.logger.fatal({ err: error }, event)
      void endProcess(log, 1)
    })
  }
}
