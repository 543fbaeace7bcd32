import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { IdempotencyKey } from '../records/idempotency-key.ts'

/** Which requests were carried out, and what they were answered, for those who send one again. */
export interface IdempotencyKeyTable {
  /**
   * What is kept under this key, however old. Until the transaction ends, everybody else who asks for the key waits,
   * whether there is such a row or not: of two who send one request, the second finds what the first was answered.
   */
  lock(organizationId: string, scope: string, key: string): Promise<IdempotencyKey | undefined>
  /** Inserts the row, or replaces the one of this key. */
  save(key: IdempotencyKey): Promise<void>
  /** Removes up to `limit` rows of all organizations that are older; answers how many there were. */
  deleteBefore(createdAt: Timestamp, limit: number): Promise<number>
}
