import type { SeenFlag, UnknownFlag } from '../records/usage.ts'

/** What is asked about when flags were asked for. */
export interface SeenFlagReader {
  find(projectId: number, flagKey: string): Promise<SeenFlag | undefined>
  /** Those of these keys that {@link find} has something for. */
  findMany(projectId: number, flagKeys: readonly string[]): Promise<readonly SeenFlag[]>
  /** Flags that code asks for and that do not exist, the most asked first, then by key. */
  listUnknown(projectId: number, limit: number): Promise<readonly UnknownFlag[]>
}

/** What is asked about when flags were asked for, and how it is changed. */
export interface SeenFlagTable extends SeenFlagReader {
  /**
   * Widens what is known: the earliest `firstSeen`, the latest `lastSeen` with its variant and SDK. No flag comes twice.
   * Also moves `lastCalledAt` of the live flag that is counted under that name forward, never back, without making a new
   * version of it: when it is more than a minute behind, because a flag is a large row and calls never end.
   */
  note(seen: readonly SeenFlag[]): Promise<void>
  /** Adds counts to unknown flags, of which none comes twice. New ones are let go once the project has `maxRows` of them. */
  noteUnknown(unknown: readonly UnknownFlag[], maxRows: number): Promise<void>
  /** Removes unknown flags that nobody asked for since, of all projects. */
  deleteUnknownBefore(lastSeen: string): Promise<number>
}
