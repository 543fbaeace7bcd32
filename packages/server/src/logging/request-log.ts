import { DomainError, StoreUnavailable } from '@flagdeck/core'
import { type ErrorEvent, Overloaded, type RequestContext, type ResponseEvent } from '@flagdeck/http'
import type { Logger } from './logger.ts'

/**
 * Logs a response by its route template: paths and queries carry tokens and distinct ids. Checks of the service by
 * machines are not worth a line each.
 */
export function logResponse(logger: Logger, event: ResponseEvent<RequestContext>): void {
  const { endpoint, method, status, durationMs, requestId, context } = event
  const fields = {
    req_id: requestId,
    method,
    route: endpoint?.path ?? null,
    status,
    ms: Math.round(durationMs * 10) / 10,
    ...actorFields(context),
  }
  logger[endpoint?.tag === 'service' ? 'debug' : 'info'](fields, 'request')
}

/** Logs why a request was answered with 500 or above. An outage, or too much at once, is no mistake of the program. */
export function logFailure(logger: Logger, error: unknown, { endpoint, status, requestId }: ErrorEvent): void {
  const fields = { req_id: requestId, route: endpoint?.path ?? null, status }
  if (error instanceof StoreUnavailable || error instanceof Overloaded) logger.warn(fields, error.message)
  else if (error instanceof DomainError) logger.error({ ...fields, code: error.code }, error.message)
  else logger.error({ ...fields, err: error }, 'request failed')
}

function actorFields(context: RequestContext | undefined): { readonly actor_id?: number } {
  const actor = context?.auth === 'definitions' ? context.project.actor : context?.ctx.actor
  return actor?.type === 'user' ? { actor_id: actor.user.id } : {}
}
