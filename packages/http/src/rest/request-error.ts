import type { Violation } from '@flagdeck/core'
import type { HttpErrorKind } from './error-codes.ts'

/** Why a request was refused before it reached an operation. `problem.ts` maps each kind to its status. */
export type RequestErrorKind = 'invalid' | 'not_found' | Exclude<HttpErrorKind, 'internal' | 'service_unavailable'>

/** A request that is invalid HTTP or JSON, or that breaks its endpoint's schemas. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: RequestErrorKind
  /** Broken schema rules, with wire names. */
  readonly violations: readonly Violation[]
  /** The status that the host program chose, which replaces the kind's status. */
  readonly status: number | undefined

  constructor(kind: RequestErrorKind, message: string, violations: readonly Violation[] = [], status?: number) {
    super(message)
    this.kind = kind
    this.violations = violations
    this.status = status
  }
}

export function bodyTooLarge(): RequestError {
  return new RequestError('request_entity_too_large', 'Request body is too large.')
}

export function bodyTooSlow(): RequestError {
  return new RequestError('request_timeout', 'The request did not arrive in time.')
}

/** The client has disconnected. Nothing reads the response. */
export function clientLeft(): RequestError {
  return new RequestError('request_timeout', 'The client did not wait for the answer.')
}

/** The host program has read and kept the body. Treating it as empty would lose what the client sent. */
export function bodyReadBefore(): RequestError {
  return new RequestError(
    'bad_request',
    'The host program has already read the request body: mount Flagdeck before ' +
      'middleware that parses bodies, or pass the parsed body on as `body` of the request.',
  )
}

/** The client or the host program stopped before the body was complete. */
export function bodyEndedEarly(): RequestError {
  return parseError('the body ended early')
}

/**
 * The refusal for a body whose stream failed with `error`. A host program with its own limits fails the stream with an
 * error that has a `status` or `statusCode` of 4xx (HTTP-95). Its message is not repeated: it may contain internals.
 */
export function bodyFailed(error: unknown): RequestError {
  const status = hostStatusOf(error)
  switch (status) {
    case undefined:
      return bodyEndedEarly()
    case 408:
      return bodyTooSlow()
    case 413:
      return bodyTooLarge()
    case 415:
      return unsupportedEncoding()
    default:
      return new RequestError('bad_request', 'The host program refused the request body.', [], status)
  }
}

function hostStatusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { status, statusCode }: { readonly status?: unknown; readonly statusCode?: unknown } = error
  return [status, statusCode].find(isClientErrorStatus)
}

function isClientErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && Number(status) >= 400 && Number(status) < 500
}

/** `reason` must not repeat what the client sent. */
export function parseError(reason: string): RequestError {
  return new RequestError('parse_error', `JSON parse error - ${reason}`)
}

/** The body is not in its declared encoding. */
export function undecodable(format: string): RequestError {
  return parseError(`the body is not valid ${format}`)
}

/** The host program's body stream yields values that no client can send, such as parsed values. */
export function bodyNotBytes(): RequestError {
  return new RequestError(
    'bad_request',
    'The body stream from the host program contains something other than bytes or text: pass on the original request.',
  )
}

export function unsupportedEncoding(): RequestError {
  return unsupportedMediaType('content encoding')
}

export function unsupportedMediaType(what: string): RequestError {
  return new RequestError('unsupported_media_type', `Unsupported ${what} in request.`)
}

export function invalidRequest(violations: readonly [Violation, ...Violation[]]): RequestError {
  return new RequestError('invalid', violations[0].detail, violations)
}
