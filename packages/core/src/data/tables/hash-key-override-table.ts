/** The id by which a user is bucketed for a flag whose result must not change when the user signs in. */
export interface HashKeyOverride {
  readonly flagKey: string
  readonly hashKey: string
}

/** Queries on the bucketing ids of users. */
export interface HashKeyOverrideReader {
  /** Returns all overrides of a user, sorted by the flag's key, in byte order. */
  list(projectId: number, distinctId: string): Promise<readonly HashKeyOverride[]>
  /** {@link list} for many users in one query, by distinct id. Users without any are omitted. */
  listOfEach(
    projectId: number,
    distinctIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly HashKeyOverride[]>>
}

/** Queries on and changes of the bucketing ids of users. */
export interface HashKeyOverrideTable extends HashKeyOverrideReader {
  /** Stores overrides for flags without one. The first override of a flag is never replaced, also within this call. */
  add(projectId: number, distinctId: string, overrides: readonly HashKeyOverride[]): Promise<void>
  /** Deletes all overrides of a user. Returns whether there were any. */
  delete(projectId: number, distinctId: string): Promise<boolean>
}
