import { notFound } from '@flagdeck/core/operations'
import type { AroundRequest } from './around-request.ts'
import { type BodyMemoryOptions, bodyMemory } from './body/body-memory.ts'
import { type CorsPolicy, corsHeaders, preflightHeaders } from './cors.ts'
import type { Endpoint } from './endpoint.ts'
import { EndpointRequest } from './endpoint-request.ts'
import type { PlainRequest, RequestHeaders } from './plain-request.ts'
import { isParted, type PlainResponse, type ResponseHeaders } from './plain-response.ts'
import { internalErrorResponse, requestErrorResponse, statusOf } from './problem.ts'
import { RequestError, type RequestErrorKind } from './request-error.ts'
import { requestIdOf } from './request-id.ts'
import { type ResponseMemory, type ResponseMemoryOptions, responseBudgets } from './response-memory.ts'
import type { Route } from './routing/route.ts'
import { createPathRouter, type PathAliases, type PathEntry } from './routing/router.ts'
import { type Authenticate, type OnError, type Outcome, reportError, runRoute } from './routing/run-route.ts'
import { findTarget, type Target } from './routing/target.ts'
import { varyBy } from './vary-by.ts'
import { withoutBody } from './without-body.ts'

export interface ApplicationOptions<Context> extends BodyMemoryOptions, ResponseMemoryOptions {
  readonly routes: readonly Route<Context>[]
  readonly authenticate: Authenticate<Context>
  /** The path where the API is mounted, such as `/flags-api`; every endpoint is below it. */
  readonly basePath?: string
  /** Other names of its paths. They are not documented. */
  readonly aliases?: PathAliases
  /** The origins whose pages may call endpoints that do not reflect origins; `*` for all. None when missing. */
  readonly allowedOrigins?: readonly string[]
  /** Wraps the handling of each request, for traces. */
  readonly around?: AroundRequest
  /** Called once for every response, for logs and metrics. */
  readonly onResponse?: (event: ResponseEvent<Context>) => void
  /** Called once for every failure that results in a status of 500 or above. */
  readonly onError?: OnError
}

export interface ResponseEvent<Context> {
  /**
   * Its `path` is the route template, which is safe as a metric label; the raw path is not. Null when no route was
   * found.
   */
  readonly endpoint: Endpoint | null
  readonly method: string
  readonly status: number
  /** The time from the arrival of the headers until the response is ready to send. */
  readonly durationMs: number
  readonly requestId: string
  /** Missing when authentication failed or did not take place. */
  readonly context?: Context
}

/** An API on plain data; `fetchHandler` and the Node listener connect it to HTTP. */
export interface Application {
  /** Handles a request. Never rejects. */
  handle(request: PlainRequest): Promise<PlainResponse>
  /** Whether the path of a raw request URL belongs to the API, for any method. */
  serves(url: string): boolean
  /** The memory that responses share. Host adapters count responses in it that their clients do not read (OUT-8). */
  readonly responseMemory?: ResponseMemory
}

/**
 * Combines routes, authentication and error handling.
 * @throws Error when two routes share method and path
 */
export function createApplication<Context>(options: ApplicationOptions<Context>): Application {
  const { authenticate, allowedOrigins = [], around, onError = ignore } = options
  const router = createPathRouter(options.routes, options)
  const bodies = bodyMemory(options)
  const responses = responseBudgets(options)

  async function answer(target: Target<Context>, plain: PlainRequest, requestId: string): Promise<Outcome<Context>> {
    if (target.kind !== 'route') return { response: answerWithoutRoute(target, plain) }
    const request = new EndpointRequest(plain, target.route.endpoint, target.pathParams, requestId, bodies, responses)
    try {
      const outcome = await runRoute(target.route, request, authenticate, onError)
      if (!isParted(outcome.response.body)) request.releaseResponse()
      return outcome
    } finally {
      request.bodyReading.release()
    }
  }

  async function respond(plain: PlainRequest): Promise<PlainResponse> {
    const startedAt = performance.now()
    const requestId = requestIdOf(plain.headers['x-request-id'])
    const target = findTarget(router, plain.method, plain.url)
    const run = async () => {
      const outcome = await answer(target, plain, requestId)
      const response = finish(outcome.response, target, plain, requestId, allowedOrigins)
      announce(options, target, outcome, { plain, requestId, status: response.status, startedAt })
      return response
    }
    if (!around) return run()
    return around({ endpoint: endpointOf(target), method: plain.method, headers: plain.headers }, run)
  }

  return {
    responseMemory: responses.bytes,
    serves: (url) => router.find(url) !== undefined,
    async handle(plain) {
      try {
        return await respond(plain)
      } catch (error) {
        const requestId = crypto.randomUUID()
        reportError(error, { endpoint: null, status: statusOf('internal'), requestId }, onError)
        return internalErrorResponse(requestId)
      }
    },
  }
}

type TargetWithoutRoute<Context> = Exclude<Target<Context>, { readonly kind: 'route' }>

function endpointOf<Context>(target: Target<Context>): Endpoint | null {
  return target.kind === 'route' ? target.route.endpoint : null
}

function answerWithoutRoute<Context>(target: TargetWithoutRoute<Context>, plain: PlainRequest): PlainResponse {
  switch (target.kind) {
    case 'preflight':
      return { status: 204, headers: { allow: target.entry.allow }, body: null }
    case 'wrong_method':
      return refusal('method_not_allowed', `Method "${plain.method}" not allowed.`)
    case 'unknown':
      // A refused preflight would make the browser report a CORS error instead of the missing path.
      return isPreflight(plain) ? { status: 204, headers: {}, body: null } : refusal('not_found', notFound().message)
  }
}

function refusal(kind: RequestErrorKind, detail: string): PlainResponse {
  return requestErrorResponse(new RequestError(kind, detail))
}

/** Adds the headers of every response, and removes the body from responses to HEAD. */
function finish<Context>(
  response: PlainResponse,
  target: Target<Context>,
  plain: PlainRequest,
  requestId: string,
  allowedOrigins: readonly string[],
): PlainResponse {
  const { method, headers: asked } = plain
  const { status, body } = response
  const headers: Record<string, string> = { ...response.headers, 'x-request-id': requestId }
  if (status === 405 && target.kind !== 'unknown') headers.allow = target.entry.allow
  if (asked.origin !== undefined) Object.assign(headers, crossOriginHeaders(target, plain, allowedOrigins))
  // Also for requests without an origin: a cache must not reuse their response for a page.
  if (asked.origin !== undefined || allowedOrigins.length > 0 || reflectsOrigin(target)) {
    headers.vary = varyBy(response.headers.vary, 'Origin')
  }
  return method === 'HEAD' ? withoutBody({ status, headers, body }) : { status, headers, body }
}

function reflectsOrigin<Context>(target: Target<Context>): boolean {
  return target.kind === 'unknown' || (target.kind === 'route' && policyOf(target.route.endpoint) !== 'origins')
}

function crossOriginHeaders<Context>(
  target: Target<Context>,
  plain: PlainRequest,
  allowedOrigins: readonly string[],
): ResponseHeaders {
  const { headers } = plain
  switch (target.kind) {
    case 'unknown':
      return isPreflight(plain)
        ? preflightHeaders('reflect', headers, [], requestedMethod(headers))
        : corsHeaders('reflect', headers, [])
    case 'route':
      return corsHeaders(policyOf(target.route.endpoint), headers, allowedOrigins)
    case 'wrong_method':
      return corsHeaders(policyOf(target.entry.endpoint), headers, allowedOrigins)
    case 'preflight':
      return preflightHeaders(
        policyOf(preflightEndpoint(target.entry, headers)),
        headers,
        allowedOrigins,
        target.entry.allow,
      )
  }
}

function isPreflight({ method, headers }: PlainRequest): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && requestedMethod(headers) !== ''
}

function requestedMethod(headers: RequestHeaders): string {
  return headers['access-control-request-method'] ?? ''
}

function policyOf({ cors = 'origins' }: Endpoint): CorsPolicy {
  return cors
}

function preflightEndpoint<Context>(entry: PathEntry<Context>, headers: RequestHeaders): Endpoint {
  const route = entry.methods.get(requestedMethod(headers))
  return route?.endpoint ?? entry.endpoint
}

interface Answered {
  readonly plain: PlainRequest
  readonly requestId: string
  readonly status: number
  readonly startedAt: number
}

function announce<Context>(
  { onResponse, onError = ignore }: ApplicationOptions<Context>,
  target: Target<Context>,
  { context }: Outcome<Context>,
  { plain: { method }, requestId, status, startedAt }: Answered,
): void {
  if (onResponse === undefined) return
  const endpoint = endpointOf(target)
  try {
    const durationMs = performance.now() - startedAt
    onResponse({ endpoint, method, status, durationMs, requestId, ...(context === undefined ? {} : { context }) })
  } catch (error) {
    reportError(error, { endpoint, status, requestId }, onError)
  }
}

function ignore(): void {}
