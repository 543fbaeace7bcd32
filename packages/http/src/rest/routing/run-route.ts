import { mapYielding } from '@flagdeck/core/store'
import type { Endpoint } from '../endpoint.ts'
import { parseBody, parseParams, parseQuery } from '../endpoint-input.ts'
import type { EndpointRequest } from '../endpoint-request.ts'
import { endpointResponse } from '../endpoint-response.ts'
import { type BodyPart, isParted, type PartedBody, type PlainResponse, type ResponseBody } from '../plain-response.ts'
import { internalProblem, problemOf, problemResponse } from '../problem.ts'
import { RequestError } from '../request-error.ts'
import { LARGE_RESPONSE_LENGTH } from '../response-memory.ts'
import type { Route } from './route.ts'

/** Identifies the client and its permissions before anything else of the request is read. @throws DomainError */
export type Authenticate<Context> = (request: EndpointRequest, endpoint: Endpoint) => Context | Promise<Context>

export interface ErrorEvent {
  /** Null when the failure came before an endpoint was found. */
  readonly endpoint: Endpoint | null
  readonly status: number
  readonly requestId: string
}

export type OnError = (error: unknown, event: ErrorEvent) => void

export interface Outcome<Context> {
  readonly response: PlainResponse
  /** Missing when authentication failed. */
  readonly context?: Context
}

/**
 * Authenticates, parses and handles a request in this order: a client without permission learns nothing about the
 * endpoint's data. Never rejects; a failure is also an outcome.
 */
export async function runRoute<Context>(
  { endpoint, handler }: Route<Context>,
  request: EndpointRequest,
  authenticate: Authenticate<Context>,
  onError: OnError,
): Promise<Outcome<Context>> {
  let known: { readonly context?: Context } = {}
  try {
    const context = await authenticate(request, endpoint)
    known = { context }
    request.bodyReading.admitKnown()
    const params = parseParams(endpoint, request.pathParams)
    const query = parseQuery(endpoint, request)
    const body = await parseBody(endpoint, request)
    const result = await handler({ context, params, query, body, request })
    const response = endpointResponse(endpoint, result)
    const { body: content } = response
    return { response: isLarge(content) ? await inParts(response, content, request) : response, context }
  } catch (error) {
    request.releaseResponse()
    return { response: failureResponse(error, request, onError), ...known }
  }
}

function isLarge(body: ResponseBody): body is string | PartedBody {
  return typeof body === 'string' ? body.length >= LARGE_RESPONSE_LENGTH : isParted(body)
}

/**
 * Converts a response to one whose body host adapters send in parts. It holds its memory until it is sent. Parts that
 * exist already become bytes: as text they may take twice as much, and would fill V8's heap while the client reads
 * slowly (HTTP-90).
 * @throws Overloaded
 */
async function inParts(
  response: PlainResponse,
  body: string | PartedBody,
  request: EndpointRequest,
): Promise<PlainResponse> {
  const release = () => request.releaseResponse()
  const parts = typeof body === 'string' ? [body] : body.parts
  // The handler has reserved memory for parts that are built later: only the handler knows their length.
  if (!Array.isArray(parts)) return { ...response, body: { parts, release } }
  const bytes = await mapYielding<BodyPart, Uint8Array>(parts, encoded, 1)
  const byteLength = bytes.reduce((sum, part) => sum + part.length, 0)
  await request.reservation.settle(byteLength)
  return { ...response, body: { parts: bytes, byteLength, release } }
}

const encoder = new TextEncoder()

function encoded(part: BodyPart): Uint8Array {
  return typeof part === 'string' ? encoder.encode(part) : part
}

/** The response to an error, even if rendering the error fails as well. */
function failureResponse(error: unknown, request: EndpointRequest, onError: OnError): PlainResponse {
  const { endpoint, requestId } = request
  try {
    const problem = problemOf(error, requestId, endpoint.wireNames)
    // An invalid request is no failure of the server, whatever its status.
    const isOurs = problem.status >= 500 && !(error instanceof RequestError)
    if (isOurs) reportError(error, { endpoint, status: problem.status, requestId }, onError)
    return endpoint.renderProblem?.(problem, request) ?? problemResponse(problem)
  } catch (second) {
    const problem = internalProblem(requestId)
    reportError(second, { endpoint, status: problem.status, requestId }, onError)
    return problemResponse(problem)
  }
}

/** A log that fails must not fail the request. */
export function reportError(error: unknown, event: ErrorEvent, onError: OnError): void {
  try {
    onError(error, event)
  } catch {
    // The error cannot be reported anywhere else.
  }
}
