import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Flag, NewFlag } from '../records/flag.ts'
import type { FlagIndex, FlagQuery } from '../records/flag-query.ts'

/** A flag with the name under which its usage is counted, and the name before its first reset. */
export type RenamedUsage = Pick<Flag, 'key' | 'deleted' | 'usageOrigin'> & { readonly usageKey: string }

/** Queries on flags. */
export interface FlagReader {
  /** Returns a flag, also a deleted one. */
  find(projectId: number, flagId: number): Promise<Flag | undefined>
  findLiveByKey(projectId: number, key: string): Promise<Flag | undefined>
  /** Returns the live and deleted flags that have exactly this key, by id. */
  findAllByKey(projectId: number, key: string): Promise<readonly Flag[]>
  /**
   * Returns the live and deleted flags that have one of these keys, by id: the results of {@link findAllByKey} in one
   * query.
   */
  findAllByKeys(projectId: number, keys: readonly string[]): Promise<readonly Flag[]>
  /**
   * Returns up to `limit` live flags with keys after `key`, in byte order. Each part of a project costs the same, and
   * no statement returns all flags.
   */
  listLiveAfter(projectId: number, key: string, limit: number): Promise<readonly Flag[]>
  /** Returns up to `limit` keys of live flags after `key`, in byte order; `search` is as in {@link FlagQuery}. */
  listLiveKeysAfter(projectId: number, key: string, limit: number, search?: string): Promise<readonly string[]>
  /**
   * Returns a page of matching flags: live ones, unless the query selects deleted ones. A deep page scans an index, not
   * the rows.
   */
  list(projectId: number, query: FlagQuery, page: PageRequest): Promise<Page<Flag>>
  /** Returns all live flags, by id, for a new snapshot. Deleted ones are stored forever and may be many more. */
  listLive(projectId: number): Promise<readonly Flag[]>
  /**
   * Returns flags whose usage is counted under another name than their key, including deleted ones. One of `names` is
   * their key, their usage name, or their usage name before the first reset.
   */
  listUsageKeys(projectId: number, names: readonly string[]): Promise<readonly RenamedUsage[]>
  /**
   * Returns the live flags whose filters reference any cohort, by id, so that callers need not read the whole project.
   * The result may contain some that reference none.
   */
  listOnCohorts(projectId: number): Promise<readonly Flag[]>
  /**
   * Returns up to `limit` flags of all projects with encrypted payloads and ids after `afterId`, including deleted
   * ones, by id. Only the rotation of the encryption key reads across projects.
   */
  listEncrypted(afterId: number, limit: number): Promise<readonly Flag[]>
  /**
   * Returns flags whose last change is after `projectVersion`, including deleted ones, by id, for the update of a
   * snapshot.
   */
  changedSince(projectId: number, projectVersion: number): Promise<readonly Flag[]>
}

/** Queries on and changes of flags. */
export interface FlagTable extends FlagReader {
  /**
   * Returns the id of a new flag before it is inserted, so that rows that reference it can be written in the same round
   * trip.
   */
  reserveId(): Promise<number>
  /** {@link reserveId} for several flags in one statement, ascending. */
  reserveIds(count: number): Promise<readonly number[]>
  /**
   * Adds a flag. Keys are unique among the live flags of a project (`flags_live_key`). If the flag already has its id,
   * the statement may still be pending when this resolves. A violation then ends the transaction, at the latest on
   * commit.
   */
  insert(flag: NewFlag & { readonly id?: number }, index: FlagIndex): Promise<Flag>
  /**
   * Replaces all fields except id, project, creator and `lastCalledAt`, if the stored version is still
   * `expectedVersion`. Returns whether it was. The check and the write are atomic: of two writers that both read
   * version 4, only one can write version 5.
   */
  update(flag: Flag, index: FlagIndex, expectedVersion: number): Promise<boolean>
  /**
   * {@link update} for callers that have locked the project, so the version cannot differ. If it does, the transaction
   * fails with `SerializationFailure`, at the latest on commit.
   */
  replace(flag: Flag, index: FlagIndex, expectedVersion: number): Promise<void>
}
