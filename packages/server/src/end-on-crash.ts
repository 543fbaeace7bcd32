import type { Log } from './logging/logger.ts'

/** After what nobody caught, nothing is certain any more: whoever watches the process starts it anew. */
export function endOnCrash({ logger, flush }: Log): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event)
      flush()
      process.exit(1)
    })
  }
}
