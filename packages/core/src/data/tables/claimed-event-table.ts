import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Which events were counted already: SDKs send a batch again when they did not hear an answer. */
export interface ClaimedEventTable {
  /** Takes these UUIDs for the project, and answers those of them that nobody had taken, without repeats. */
  claim(projectId: number, uuids: readonly string[], claimedAt: Timestamp): Promise<readonly string[]>
  /** Removes up to `limit` claims of all projects that are older; answers how many there were. */
  deleteBefore(claimedAt: Timestamp, limit: number): Promise<number>
}
