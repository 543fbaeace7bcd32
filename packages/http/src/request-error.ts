import type { Violation } from '@flagdeck/core'

/** Why a request was refused before it reached an operation. `problem.ts` knows the status of each. */
export type RequestErrorKind =
  | 'invalid'
  | 'bad_request'
  | 'parse_error'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'request_entity_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'request_header_fields_too_large'

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

/** `reason` must not repeat what the client sent. */
export function parseError(reason: string): RequestError {
  return new RequestError('parse_error', `JSON parse error - ${reason}`)
}

export function unsupportedMediaType(what: string): RequestError {
  return new RequestError('unsupported_media_type', `Unsupported ${what} in request.`)
}

export function invalidRequest(violations: readonly [Violation, ...Violation[]]): RequestError {
  return new RequestError('invalid', violations[0].detail, violations)
}
