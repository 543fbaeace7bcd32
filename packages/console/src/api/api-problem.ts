import { sentences } from '../text/frame.ts'

/** The body of an error response of the API. */
export interface ProblemBody {
  readonly code?: string
  readonly detail?: string
  readonly attr?: string | null
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A request that the API refused, with the message of the API. */
export class ApiProblem extends Error {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number
  readonly code: string
  /** The name of the invalid field in the request. */
  readonly attr: string | null
  readonly extra: Readonly<Record<string, unknown>>
  readonly requestId: string | null

  constructor(status: number, body: ProblemBody = {}, headers?: Headers) {
    super(body.detail ?? sentences.failed)
    this.name = 'ApiProblem'
    this.status = status
    this.code = body.code ?? 'error'
    this.attr = body.attr ?? null
    this.extra = body.extra ?? {}
    this.requestId = headers?.get('x-request-id') ?? null
  }

  /** Whether the same call may succeed later: the server or its database is unavailable. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 502
  }

  /** Whether the server failed. The request id then identifies the cause in its log. */
  get isUnexpected(): boolean {
    return this.status >= 500
  }
}

export function unreachable(): ApiProblem {
  return new ApiProblem(0, { code: 'unreachable', detail: sentences.unreachable })
}

/** Returns what a screen shows for anything that was thrown. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  reportError(error) // a bug of the console: for the developer tools
  return new ApiProblem(500, { code: 'error', detail: sentences.failed })
}
