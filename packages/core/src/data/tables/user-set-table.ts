import type { StoredUserSet, UsagePeriod, UserSetKey, UserSetQuery } from '../records/usage.ts'

/** Queries on sets of users. */
export interface UserSetReader {
  /** Returns the sets by start, flag and variant. */
  list(projectId: number, query: UserSetQuery): Promise<readonly StoredUserSet[]>
}

/** Queries on and changes of sets of users. */
export interface UserSetTable extends UserSetReader {
  /**
   * Locks these sets, and waits for other transactions that have locked any of them, so that concurrent additions do
   * not overwrite each other. Returns those that exist. Keys are locked in a fixed order, independent of the order of
   * the arguments.
   */
  lock(keys: readonly UserSetKey[]): Promise<readonly StoredUserSet[]>
  /** Inserts or replaces sets. */
  save(sets: readonly StoredUserSet[]): Promise<void>
  /** Deletes up to `limit` sets of a period, of all projects, that start before `start`; returns their number. */
  deleteBefore(period: UsagePeriod, start: string, limit: number): Promise<number>
}
