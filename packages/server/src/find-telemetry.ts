import type { Logger } from './logging/logger.ts'

/** Reports requests, transactions and evaluations to OpenTelemetry. */
export type Telemetry = typeof import('@flagdeck/opentelemetry')

/** The global symbol under which all copies of OpenTelemetry's API store the registered SDK. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * Returns telemetry if OpenTelemetry's API is installed and an SDK was started before the server with `node --import`.
 * Otherwise returns undefined, at no cost.
 */
export async function findTelemetry(logger: Logger): Promise<Telemetry | undefined> {
  if (!(REGISTERED in globalThis)) return undefined
  try {
    const telemetry = await import('@flagdeck/opentelemetry')
    return telemetry.isSetUp() ? telemetry : undefined
  } catch (error) {
    if (!isNotInstalled(error))
      logger.warn({ err: error }, 'continuing without telemetry: @opentelemetry/api cannot be used')
    return undefined
  }
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}
