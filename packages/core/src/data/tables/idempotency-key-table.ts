import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { IdempotencyKey } from '../records/idempotency-key.ts'

/** Completed requests and their responses, for clients that repeat a request. */
export interface IdempotencyKeyTable {
  /**
   * Returns the row of this key, however old it is. Other transactions that request the key wait until this one ends,
   * even if there is no such row. If two clients send the same request, the second therefore finds the response of the
   * first.
   */
  lock(organizationId: string, scope: string, key: string): Promise<IdempotencyKey | undefined>
  /** Inserts the row, or replaces the one of this key. */
  save(key: IdempotencyKey): Promise<void>
  /** Deletes up to `limit` older rows of all organizations; returns their number. */
  deleteBefore(createdAt: Timestamp, limit: number): Promise<number>
}
