type Answered = Pick<Response, 'status' | 'headers'>

interface ErrorFields {
  readonly status: number
  readonly type: string
  readonly code: string
  readonly detail: string
  readonly attr?: string | null
  readonly extra?: Readonly<Record<string, unknown>>
  readonly requestId?: string | null
  readonly retryAfterSeconds?: number | null
}

/** The error that a call throws when the server refuses it or does not respond. Read `code` to find the reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when no response arrived. */
  readonly status: number
  /** `connection_error` when no response arrived, `unexpected_response` when the API cannot have sent the response. */
  readonly type: string
  /** Such as `unique` or `throttled`; `unreachable` or `timeout` when no response arrived. */
  readonly code: string
  readonly detail: string
  /** The name of the invalid field in the request. */
  readonly attr: string | null
  readonly extra: Readonly<Record<string, unknown>>
  /** The id of the request in the server's log. */
  readonly requestId: string | null
  /** How long to wait before the next attempt, as the server requests. */
  readonly retryAfterSeconds: number | null

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.detail, options)
    this.status = fields.status
    this.type = fields.type
    this.code = fields.code
    this.detail = fields.detail
    this.attr = fields.attr ?? null
    this.extra = fields.extra ?? {}
    this.requestId = fields.requestId ?? null
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null
  }
}

/** The error of an unsuccessful response. `body` is undefined when it is not JSON. */
export function refusal(response: Response, body: unknown): ApiError {
  const { type, code, detail, attr, extra } = isObject(body) ? body : {}
  return new ApiError({
    ...factsOf(response),
    type: textOr(type, 'unexpected_response'),
    code: textOr(code, `http_${response.status}`),
    detail: textOr(detail, `The server answered ${response.status}.`),
    attr: textOr(attr, null),
    extra: isObject(extra) ? extra : {},
  })
}

/** The error for a response that the API cannot have sent. */
export function unexpected(response: Answered, code: string, detail: string): ApiError {
  return new ApiError({ ...factsOf(response), type: 'unexpected_response', code, detail })
}

/** The error for a part of a list whose next part is the same part. */
export function unendingList(answer: Answered): ApiError {
  return unexpected(answer, 'unending', 'The next part of the list is the one before it.')
}

/** The error for a response that did not arrive, or only in part. */
export function noAnswer(cause: unknown, timedOut: boolean): ApiError {
  const [code, detail] = timedOut
    ? ['timeout', 'The server did not answer in time.']
    : ['unreachable', 'The server could not be reached.']
  return new ApiError({ status: 0, type: 'connection_error', code, detail }, { cause })
}

function factsOf({ status, headers }: Answered) {
  return {
    status,
    requestId: headers.get('x-request-id'),
    retryAfterSeconds: secondsUntil(headers.get('retry-after')),
  }
}

/** The seconds of a `Retry-After` header, which contains a number of seconds or a date. */
function secondsUntil(text: string | null): number | null {
  if (!text) return null
  const seconds = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOr<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  return typeof value === 'string' ? value : fallback
}
