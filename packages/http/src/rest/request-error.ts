import type { Violation } from '@flagdeck/core'
import type { HttpErrorKind } from './error-codes.ts'

/** Why a request was refused before it reached an operation. `problem.ts` knows the status of each. */
export type RequestErrorKind = 'invalid' | 'not_found' | Exclude<HttpErrorKind, 'internal' | 'service_unavailable'>

/** A request that is wrong as HTTP or as JSON, or that breaks its endpoint's schemas. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: RequestErrorKind
  /** Broken schema rules, with the names of the wire. */
  readonly violations: readonly Violation[]

  constructor(kind: RequestErrorKind, message: string, violations: readonly Violation[] = []) {
    super(message)
    this.kind = kind
    this.violations = violations
  }
}

export function bodyTooLarge(): RequestError {
  return new RequestError('request_entity_too_large', 'Request body is too large.')
}

export function bodyTooSlow(): RequestError {
  return new RequestError('request_timeout', 'The request did not arrive in time.')
}

/** The program around us has read the body and kept it. Answering as if there were none would lose what was sent. */
export function bodyReadBefore(): RequestError {
  return new RequestError(
    'bad_request',
    'The host program has read the request body before Flagdeck could, and left nothing of it: mount Flagdeck before ' +
      'whatever parses bodies, or hand on as `body` of the request what was parsed.',
  )
}

/** `reason` must not repeat what the client sent. */
export function parseError(reason: string): RequestError {
  return new RequestError('parse_error', `JSON parse error - ${reason}`)
}

/** The body is not in the encoding that it names. */
export function undecodable(format: string): RequestError {
  return parseError(`the body is not valid ${format}`)
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
