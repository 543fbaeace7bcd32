import { isIdempotencyKey } from '@flagdeck/core/operations'
import type { RequestHeaders } from './plain-request.ts'
import { RequestError } from './request-error.ts'

/** Of a request that may be sent again. */
export const IDEMPOTENCY_KEY = 'Idempotency-Key'
/** Of an answer that was given before: nothing was done this time. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed'

/** The key that a request was sent with. @throws RequestError `bad_request` when it cannot be one (IDEM-2) */
export function idempotencyKey(headers: RequestHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined || isIdempotencyKey(key)) return key
  throw new RequestError('bad_request', `${IDEMPOTENCY_KEY} must be 1 to 255 visible ASCII characters.`)
}
