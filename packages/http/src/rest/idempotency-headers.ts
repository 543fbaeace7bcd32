import { isIdempotencyKey } from '@flagdeck/core/operations'
import type { RequestHeaders } from './plain-request.ts'
import { RequestError } from './request-error.ts'

/** The header of a request that may be repeated. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
/** The header of a repeated response: this request changed nothing. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed'

/** The idempotency key of a request. @throws RequestError `bad_request` when it is invalid (IDEM-2) */
export function idempotencyKey(headers: RequestHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || isIdempotencyKey(key)) return key
  throw new RequestError('bad_request', `${IDEMPOTENCY_KEY} must be 1 to 255 visible ASCII characters.`)
}
