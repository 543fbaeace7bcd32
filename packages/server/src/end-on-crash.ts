import { endProcess } from './end-process.ts'
import type { Log } from './logging/logger.ts'

/** After an uncaught error the state is unreliable, so the process ends and its supervisor restarts it. */
export function endOnCrash(log: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.logger.fatal({ err: error }, event)
      void endProcess(log, 1)
    })
  }
}
