/** By which id a person is bucketed for a flag that keeps its answer across signing in. */
export interface HashKeyOverride {
  readonly flagKey: string
  readonly hashKey: string
}

/** What is asked about what persons are bucketed by. */
export interface HashKeyOverrideReader {
  /** All overrides of a person, in order of the bytes of the flag's key. */
  list(projectId: number, distinctId: string): Promise<readonly HashKeyOverride[]>
  /** {@link list} for many persons at once, by distinct id; who has none is not there. */
  listOfEach(
    projectId: number,
    distinctIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly HashKeyOverride[]>>
}

/** What is asked about what persons are bucketed by, and how it is changed. */
export interface HashKeyOverrideTable extends HashKeyOverrideReader {
  /** Stores overrides for flags that the person has none for; the first one stays for good, also among these. */
  add(projectId: number, distinctId: string, overrides: readonly HashKeyOverride[]): Promise<void>
  /** Forgets all overrides of a person. Whether there were any. */
  delete(projectId: number, distinctId: string): Promise<boolean>
}
