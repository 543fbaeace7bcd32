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

export function unsupportedMediaType(what: string): RequestError {
  return new RequestError('unsupported_media_type', `Unsupported ${what} in request.`)
}

export function invalidRequest(violations: readonly [Violation, ...Violation[]]): RequestError {
  return new RequestError('invalid', violations[0].detail, violations)
}
