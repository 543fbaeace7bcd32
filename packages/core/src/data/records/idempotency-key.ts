import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** How long a request may be sent again under its key, in milliseconds: 24 hours (IDEM-7). */
export const IDEMPOTENCY_KEY_TTL_MS = 86_400_000

/** A request that was carried out under a key of its sender's, and what it was answered. */
export interface IdempotencyKey {
  readonly organizationId: string
  /** Who sent it, and where to: the same key of somebody else, or for another project, is another key. */
  readonly scope: string
  /** As the client chose it. */
  readonly key: string
  /** Differs between requests that ask for different things. */
  readonly fingerprint: string
  /** JSON text. */
  readonly answer: string
  readonly createdAt: Timestamp
}

/** Whether text may be a key: 1 to 255 visible ASCII characters (IDEM-2). */
export function isIdempotencyKey(text: string): boolean {
  return /^[!-~]{1,255}$/.test(text)
}
