import { isJsonObject } from '@flagdeck/core/operations'
import type { ProblemCode } from './error-codes.ts'

/** A request that the API refused, with the four fields of the error body. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly type: string
  /** `http_502` and the like when the server sent no code. A newer server may send other codes. */
  readonly code: ProblemCode | `http_${number}` | (string & Record<never, never>)
  readonly detail: string
  readonly attr: string | null
  /** The id of the request in the server's log. */
  readonly requestId: string | null
  /** How long to wait before the next attempt; null when the server did not specify it. */
  readonly retryAfterSeconds: number | null

  constructor(response: Response, body: unknown) {
    const { type, code, detail, attr } = isJsonObject(body) ? body : {}
    super(typeof detail === 'string' ? detail : `The server answered ${response.status}.`)
    this.status = response.status
    this.type = typeof type === 'string' ? type : 'unexpected_response'
    this.code = typeof code === 'string' ? code : `http_${response.status}`
    this.detail = this.message
    this.attr = typeof attr === 'string' ? attr : null
    this.requestId = response.headers.get('x-request-id')
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || null
  }
}
