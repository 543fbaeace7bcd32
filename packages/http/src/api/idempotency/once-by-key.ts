import { IdempotentRequest } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { IDEMPOTENCY_REPLAYED, idempotencyKey } from '../../rest/idempotency-headers.ts'
import { Reply, reply, replyRaw } from '../../rest/reply.ts'
import type { AnyHandlerInput, Route } from '../../rest/routing/route.ts'
import type { CallerContext, RequestContext } from '../access/request-context.ts'
import { requestFingerprint } from './request-fingerprint.ts'

/** Wraps a route so that it runs once for each `Idempotency-Key`, if its endpoint takes one (IDEM-1). */
export function onceByKey(route: Route<RequestContext>): Route<RequestContext> {
  if (!route.endpoint.idempotencyKey) return route
  return { ...route, handler: (input) => handleOnce(route, input) }
}

async function handleOnce({ handler }: Route<RequestContext>, input: AnyHandlerInput<RequestContext>) {
  // All endpoints that take an idempotency key take a personal API key.
  const caller = input.context as CallerContext
  const idempotency = await idempotentRequest(input.request, caller)
  if (!idempotency) return handler(input)
  const result = await handler({ ...input, context: withIdempotency(caller, idempotency) })
  return idempotency.isRepeated ? replayed(result) : result
}

async function idempotentRequest(
  request: EndpointRequest,
  { ctx }: CallerContext,
): Promise<IdempotentRequest | undefined> {
  const key = idempotencyKey(request.headers)
  if (key === undefined) return undefined
  return new IdempotentRequest(ctx, { key, fingerprint: await requestFingerprint(request) })
}

// In copies of the contexts: those from authentication are shared with other requests.
function withIdempotency(caller: CallerContext, idempotency: IdempotentRequest): CallerContext {
  const { ctx, project, organization } = caller
  return {
    ...caller,
    ctx: { ...ctx, idempotency },
    ...(project && { project: { ...project, idempotency } }),
    ...(organization && { organization: { ...organization, idempotency } }),
  }
}

function replayed(result: unknown): Reply<unknown> {
  const headers = { [IDEMPOTENCY_REPLAYED.toLowerCase()]: 'true' }
  if (result === undefined) return replyRaw(null, { headers })
  if (!(result instanceof Reply)) return reply(result, { headers })
  const { content, status, headers: own } = result
  return new Reply(content, { headers: { ...own, ...headers }, ...(status === undefined ? {} : { status }) })
}
