import type { SeenFlag, UnknownFlag } from '../records/usage.ts'

/** Queries on the last evaluations of flags. */
export interface SeenFlagReader {
  find(projectId: number, flagKey: string): Promise<SeenFlag | undefined>
  /** Returns the existing entries of {@link find} for these keys. */
  findMany(projectId: number, flagKeys: readonly string[]): Promise<readonly SeenFlag[]>
  /** Returns flags that code evaluates and that do not exist, the most frequent first, then by key. */
  listUnknown(projectId: number, limit: number): Promise<readonly UnknownFlag[]>
}

/** Queries on and changes of the last evaluations of flags. */
export interface SeenFlagTable extends SeenFlagReader {
  /**
   * Extends the stored ranges: the earliest `firstSeen`, and the latest `lastSeen` with its variant and SDK. No flag
   * occurs twice. It also moves `lastCalledAt` of the live flag with that usage name forward, never back, without a new
   * version. It does so only if it is more than a minute behind, because a flag is a large row and evaluations never
   * end.
   */
  note(seen: readonly SeenFlag[]): Promise<void>
  /** Adds counts to unknown flags; none occurs twice. New ones are dropped if the project already has `maxRows`. */
  noteUnknown(unknown: readonly UnknownFlag[], maxRows: number): Promise<void>
  /** Deletes the unknown flags of all projects that code has not evaluated since. */
  deleteUnknownBefore(lastSeen: string): Promise<number>
}
