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

/** What every call throws that was refused, or got no answer. Look at `code` to tell what happened. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0: no answer came. */
  readonly status: number
  /** `connection_error` without an answer, `unexpected_response` when it was none of the API's. */
  readonly type: string
  /** Such as `unique`, `throttled`; `unreachable` or `timeout` without an answer. */
  readonly code: string
  readonly detail: string
  /** The field that is wrong, by its name on the wire. */
  readonly attr: string | null
  readonly extra: Readonly<Record<string, unknown>>
  /** To find the request in the server's log. */
  readonly requestId: string | null
  /** How long the server asks to wait. */
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

/** What an answer that is no success says. `body` is undefined when it is no JSON. */
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

/** An answer that the API cannot have given. */
export function unexpected(response: Answered, code: string, detail: string): ApiError {
  return new ApiError({ ...factsOf(response), type: 'unexpected_response', code, detail })
}

/** A part that would be followed by itself, without end. */
export function unendingList(answer: Answered): ApiError {
  return unexpected(answer, 'unending', 'The next part of the list is the one before it.')
}

/** No answer came, or not all of it. */
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

/** Of a `Retry-After`, which is a number of seconds or a date. */
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
