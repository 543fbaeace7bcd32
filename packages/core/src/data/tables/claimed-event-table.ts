import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The events that were counted already: SDKs repeat a batch if they do not receive the response. */
export interface ClaimedEventTable {
  /** Claims these UUIDs for the project, and returns those that were not claimed before, without duplicates. */
  claim(projectId: number, uuids: readonly string[], claimedAt: Timestamp): Promise<readonly string[]>
  /** Deletes up to `limit` older claims of all projects; returns their number. */
  deleteBefore(claimedAt: Timestamp, limit: number): Promise<number>
}
