import { DomainError, StoreUnavailable } from '@flagdeck/core'
import { type ErrorEvent, Overloaded, type RequestContext, type ResponseEvent } from '@flagdeck/http'
import type { Logger } from './logger.ts'

/**
 * Logs a response by its route template, because paths and queries contain tokens and distinct ids. Health checks are
 * logged at `debug`.
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

/** Logs the reason for a response with status 500 or above. Outages and overload are warnings, because they are not bugs. */
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
