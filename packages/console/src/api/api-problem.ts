import { sentences } from '../text/frame.ts'

/** The body of an answer that is none: the service's own shape. */
export interface ProblemBody {
  readonly code?: string
  readonly detail?: string
  readonly attr?: string | null
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What the API refused, in its words. */
export class ApiProblem extends Error {
  /** 0: no answer came. */
  readonly status: number
  readonly code: string
  /** The field that is wrong, by its name on the wire. */
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

  /** Whether the same call may succeed later: the server or its database is away. */
  get isOutage(): boolean {
    return this.status === 0 || this.status >= 502
  }

  /** Whether the server failed: then the id of the request finds the cause in its log. */
  get isUnexpected(): boolean {
    return this.status >= 500
  }
}

export function unreachable(): ApiProblem {
  return new ApiProblem(0, { code: 'unreachable', detail: sentences.unreachable })
}

/** What a screen shows of anything that was thrown. */
export function problemOf(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  reportError(error) // a mistake of ours: for the developer's tools
  return new ApiProblem(500, { code: 'error', detail: sentences.failed })
}
