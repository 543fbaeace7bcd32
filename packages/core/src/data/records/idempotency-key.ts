import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** How long a request can be repeated with its key, in milliseconds: 24 hours (IDEM-7). */
export const IDEMPOTENCY_KEY_TTL_MS = 86_400_000

/** A completed request with an idempotency key from the client, and its response. */
export interface IdempotencyKey {
  readonly organizationId: string
  /** The caller and the target: the same key from another caller, or for another project, is another key. */
  readonly scope: string
  /** The key as the client chose it. */
  readonly key: string
  /** Differs between requests with different content. */
  readonly fingerprint: string
  /** The response as JSON text. */
  readonly answer: string
  readonly createdAt: Timestamp
}

/** Whether a text is a valid idempotency key: 1 to 255 visible ASCII characters (IDEM-2). */
export function isIdempotencyKey(text: string): boolean {
  return /^[!-~]{1,255}$/.test(text)
}
