import type { AroundRequest, RoutedRequest } from '@flagdeck/http'
import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { SCOPE } from './scope.ts'

/**
 * Creates a span for each request, for `around` of `flagdeckApplication`. The span continues the trace of the request's
 * headers, or is a child of the active span, if there is one. Requests to the service's health endpoints get no span.
 * The path is not an attribute, because it may contain tokens.
 *
 * @example
 * flagdeckApplication(deck.context, { around: tracedRequests() })
 */
export function tracedRequests(): AroundRequest {
  const tracer = trace.getTracer(SCOPE)
  return (request, respond) => {
    if (request.endpoint?.tag === 'service') return respond()
    return inSpan(tracer, request, async (span) => {
      const response = await respond()
      noteStatus(span, response.status)
      return response
    })
  }
}

async function inSpan<T>(tracer: Tracer, request: RoutedRequest, work: (span: Span) => Promise<T>): Promise<T> {
  const outer = trace.getActiveSpan()
  if (outer && request.endpoint) outer.setAttribute('http.route', request.endpoint.path)
  const parent = outer ? context.active() : propagation.extract(context.active(), request.headers)
  const kind = outer ? SpanKind.INTERNAL : SpanKind.SERVER
  return tracer.startActiveSpan(
    spanName(request),
    { kind, attributes: attributesOf(request) },
    parent,
    async (span) => {
      try {
        return await work(span)
      } finally {
        span.end()
      }
    },
  )
}

/** Other methods are not reported, because clients can send any text. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

function spanName({ endpoint, method }: RoutedRequest): string {
  const verb = KNOWN_METHODS.has(method) ? method : 'HTTP'
  return endpoint ? `${verb} ${endpoint.path}` : verb
}

function attributesOf({ endpoint, method }: RoutedRequest): Attributes {
  return {
    'http.request.method': KNOWN_METHODS.has(method) ? method : '_OTHER',
    ...(endpoint ? { 'http.route': endpoint.path } : {}),
  }
}

function noteStatus(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status < 500) return
  span.setAttribute('error.type', String(status))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
