import type { Logger } from './logging/logger.ts'

/** What tells OpenTelemetry of requests, transactions and evaluations. */
export type Telemetry = typeof import('@flagdeck/opentelemetry')

/** Where OpenTelemetry's API keeps what an SDK has registered, whichever copy of the API the SDK was started with. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Telemetry, when OpenTelemetry's API is installed beside the server and an SDK was started before it, with
 * `node --import`; else undefined, and nothing is spent on it.
 */
export async function findTelemetry(logger: Logger): Promise<Telemetry | undefined> {
  if (!(REGISTERED in globalThis)) return undefined
  try {
    const telemetry = await import('@flagdeck/opentelemetry')
    return telemetry.isSetUp() ? telemetry : undefined
  } catch (error) {
    if (!isNotInstalled(error))
      logger.warn({ err: error }, 'going on without telemetry: @opentelemetry/api is of no use')
    return undefined
  }
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
