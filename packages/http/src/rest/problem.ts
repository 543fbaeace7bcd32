import { DomainError, type JsonObject, StoreUnavailable, type Violation } from '@flagdeck/core'
import type { EditConflict } from '@flagdeck/core/operations'
import { type DomainErrorKind, snakeCase } from '@flagdeck/core/operations'
import { SerializationFailure } from '@flagdeck/core/store'
import { type HttpErrorKind, type ProblemCode, refusalCode, violationCode } from './error-codes.ts'
import { Overloaded } from './overloaded.ts'
import type { PlainResponse } from './plain-response.ts'
import { RequestError, type RequestErrorKind } from './request-error.ts'
import { Throttled } from './throttled.ts'

/** The reasons for which a request can fail. */
export type ProblemKind = DomainErrorKind | RequestErrorKind | HttpErrorKind

/** The content of an error body; the other errors are in `extra.errors`. */
export interface ProblemBody {
  readonly type: string
  readonly code: ProblemCode
  readonly detail: string
  readonly attr: string | null
  readonly extra?: {
    readonly errors?: readonly Pick<ProblemBody, 'code' | 'detail' | 'attr'>[]
    readonly conflict?: EditConflict
    readonly request_id?: string
  }
}

/** An error that is about to be sent to the client (HTTP-16). */
export interface Problem {
  readonly kind: ProblemKind
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ProblemBody
}

/** The only place that defines the status and type of a failure. */
const STATUS_AND_TYPE = {
  validation: [400, 'validation_error'],
  invalid: [400, 'validation_error'],
  bad_request: [400, 'invalid_request'],
  parse_error: [400, 'invalid_request'],
  not_authenticated: [401, 'authentication_error'],
  authentication_failed: [401, 'authentication_error'],
  permission_denied: [403, 'authentication_error'],
  not_found: [404, 'invalid_request'],
  method_not_allowed: [405, 'invalid_request'],
  request_timeout: [408, 'invalid_request'],
  conflict: [409, 'server_error'],
  gone: [410, 'invalid_request'],
  precondition_failed: [412, 'invalid_request'],
  request_entity_too_large: [413, 'invalid_request'],
  unsupported_media_type: [415, 'invalid_request'],
  expectation_failed: [417, 'invalid_request'],
  unprocessable: [422, 'invalid_request'],
  throttled: [429, 'throttled_error'],
  request_header_fields_too_large: [431, 'invalid_request'],
  internal: [500, 'server_error'],
  misconfigured: [503, 'server_error'],
  not_implemented: [501, 'invalid_request'],
  service_unavailable: [503, 'server_error'],
} as const satisfies Record<ProblemKind, readonly [number, string]>

/** The status of a failure of this kind. */
export function statusOf(kind: ProblemKind): number {
  return STATUS_AND_TYPE[kind][0]
}

/** The `type` in the body of such a failure. */
function typeOf(kind: ProblemKind): string {
  return STATUS_AND_TYPE[kind][1]
}

const RETRY_AFTER_OUTAGE_SECONDS = 1
/** An operator must change a setting first. */
const RETRY_AFTER_OPERATOR_SECONDS = 60
const NO_HEADERS = {}
const OUTAGES = [StoreUnavailable, SerializationFailure, Overloaded]

/** Maps internal field names to wire names that are not their snake case. */
type WireNames = Readonly<Record<string, string>>

/** The response to a thrown error. An unknown error becomes a 500 that reveals only the request's id. */
export function problemOf(error: unknown, requestId: string, wireNames: WireNames = {}): Problem {
  if (error instanceof DomainError) return domainProblem(error, wireNames)
  if (error instanceof RequestError) return requestProblem(error)
  if (OUTAGES.some((outage) => error instanceof outage)) return OUTAGE
  return internalProblem(requestId)
}

/** The response to an unexpected failure. */
export function internalProblem(requestId: string): Problem {
  return problem('internal', {
    type: typeOf('internal'),
    code: 'error',
    detail: 'A server error occurred.',
    attr: null,
    extra: { request_id: requestId },
  })
}

/** The response to a request that did not reach an endpoint. */
export function requestErrorResponse(error: RequestError): PlainResponse {
  return problemResponse(requestProblem(error))
}

/** The response to an unexpected failure of a host adapter. */
export function internalErrorResponse(requestId: string): PlainResponse {
  return problemResponse(internalProblem(requestId))
}

export function problemResponse({ status, headers, body }: Problem): PlainResponse {
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const OUTAGE = problem(
  'service_unavailable',
  {
    type: typeOf('service_unavailable'),
    code: 'service_unavailable',
    detail: 'The service is temporarily unavailable. Please try again.',
    attr: null,
  },
  { 'retry-after': String(RETRY_AFTER_OUTAGE_SECONDS) },
)

function problem(
  kind: ProblemKind,
  body: ProblemBody,
  headers: Problem['headers'] = NO_HEADERS,
  status = statusOf(kind),
): Problem {
  return { kind, status, headers, body }
}

function domainProblem(error: DomainError, wireNames: WireNames): Problem {
  const { kind } = error
  const body = {
    type: typeOf(kind),
    code: refusalCode(error),
    detail: error.apiDetail,
    attr: error.apiDetail === error.message ? wireAttr(error.attr, wireNames) : null,
    ...moreErrors(error.violations, wireNames),
    ...(error.conflict ? { extra: { conflict: conflictBody(error.conflict, wireNames) } } : {}),
  }
  return problem(kind, body, domainHeaders(error))
}

/** Uses the wire names of the fields. */
function conflictBody({ version, paths, base, theirs, mine }: EditConflict, wireNames: WireNames): EditConflict {
  const wireFields = (fields: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [wireName(field, wireNames), value]))
  const wirePaths = paths.map((path) => path.replace(/^[^.]+/, (field) => wireName(field, wireNames)))
  return { version, paths: wirePaths, base: wireFields(base), theirs: wireFields(theirs), mine: wireFields(mine) }
}

function wireName(field: string, wireNames: WireNames): string {
  return wireNames[field] ?? snakeCase(field)
}

function requestProblem(error: RequestError): Problem {
  const { kind, message, violations, status } = error
  const [first] = violations
  const body = {
    type: typeOf(kind),
    code: first ? violationCode(first) : kind === 'invalid' ? 'invalid_input' : kind,
    detail: message,
    attr: first?.attr ?? null,
    ...moreErrors(violations),
  }
  return problem(kind, body, status === undefined ? NO_HEADERS : HEADERS_OF_STATUS[status], status)
}

/** The headers that a status needs when the host program chose it (HTTP-19). */
const HEADERS_OF_STATUS: Readonly<Record<number, Problem['headers']>> = {
  401: { 'www-authenticate': 'Bearer' },
  429: { 'retry-after': '1' },
}

function domainHeaders(error: DomainError): Problem['headers'] {
  if (statusOf(error.kind) === 401) return { 'www-authenticate': 'Bearer' }
  if (error.kind === 'misconfigured') return { 'retry-after': String(RETRY_AFTER_OPERATOR_SECONDS) }
  if (error.kind !== 'throttled') return NO_HEADERS
  return { 'retry-after': String(error instanceof Throttled ? error.retryAfterSeconds : 1) }
}

/**
 * The maximum of reported errors. Every part of a body can break a rule, and a response must not outgrow its request.
 */
const MAX_ERRORS = 100

function moreErrors(violations: readonly Violation[], wireNames: WireNames = {}): Pick<ProblemBody, 'extra'> {
  return violations.length < 2 ? {} : { extra: { errors: violationBodies(violations, wireNames) } }
}

/** The first hundred broken rules, as the API reports them. */
export function violationBodies(
  violations: readonly Violation[],
  wireNames: WireNames = {},
): Pick<ProblemBody, 'code' | 'detail' | 'attr'>[] {
  const told = violations.slice(0, MAX_ERRORS)
  return told.map((each) => ({
    code: violationCode(each),
    detail: each.detail,
    attr: wireAttr(each.attr, wireNames),
  }))
}

/**
 * The parts of a path are joined by `__`. Only the first part is a field for which the endpoint may have another name.
 */
function wireAttr(attr: string | null, wireNames: WireNames): string | null {
  if (attr === null) return null
  const [field = '', ...rest] = attr.split('__')
  return [wireName(field, wireNames), ...rest.map(snakeCase)].join('__')
}
