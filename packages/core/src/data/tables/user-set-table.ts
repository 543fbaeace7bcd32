import type { StoredUserSet, UsagePeriod, UserSetKey, UserSetQuery } from '../records/usage.ts'

/** What is asked about sets of users. */
export interface UserSetReader {
  /** By start, flag and variant. */
  list(projectId: number, query: UserSetQuery): Promise<readonly StoredUserSet[]>
}

/** What is asked about sets of users, and how it is changed. */
export interface UserSetTable extends UserSetReader {
  /**
   * Waits until no other transaction has locked any of these, so that two instances who add users do not lose each other's.
   * Answers those that exist. Keys of two callers are locked in the same order, whatever order they come in.
   */
  lock(keys: readonly UserSetKey[]): Promise<readonly StoredUserSet[]>
  /** Inserts or replaces. */
  save(sets: readonly StoredUserSet[]): Promise<void>
  /** Removes up to `limit` sets of a period, of all projects, that began before `start`; answers how many there were. */
  deleteBefore(period: UsagePeriod, start: string, limit: number): Promise<number>
}
