import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Flag, NewFlag } from '../records/flag.ts'
import type { FlagIndex, FlagQuery } from '../records/flag-query.ts'

/** A flag, with the name under which its use is counted, and was before its first reset. */
export type RenamedUsage = Pick<Flag, 'key' | 'deleted' | 'usageOrigin'> & { readonly usageKey: string }

/** What is asked about flags. */
export interface FlagReader {
  /** Deleted flags too. */
  find(projectId: number, flagId: number): Promise<Flag | undefined>
  findLiveByKey(projectId: number, key: string): Promise<Flag | undefined>
  /** Live and deleted flags that have exactly this key, by id. */
  findAllByKey(projectId: number, key: string): Promise<readonly Flag[]>
  /** Live and deleted flags that have one of these keys, by id: what {@link findAllByKey} returns for each, in one query. */
  findAllByKeys(projectId: number, keys: readonly string[]): Promise<readonly Flag[]>
  /**
   * Up to `limit` live flags whose key comes after `key` in the order of its bytes. Reading a project in such parts costs
   * each part the same, and no statement returns all flags.
   */
  listLiveAfter(projectId: number, key: string, limit: number): Promise<readonly Flag[]>
  /** Up to `limit` keys of live flags after `key`, in the order of their bytes; with a `search` as in {@link FlagQuery}. */
  listLiveKeysAfter(projectId: number, key: string, limit: number, search?: string): Promise<readonly string[]>
  /**
   * One page of the flags that match, live ones unless the query wants those that are deleted. A deep page costs a walk
   * of an index, not of the rows.
   */
  list(projectId: number, query: FlagQuery, page: PageRequest): Promise<Page<Flag>>
  /** Every live flag, by id: what a snapshot begins with. Deleted ones are kept for ever, and may be many more. */
  listLive(projectId: number): Promise<readonly Flag[]>
  /**
   * The flags, deleted ones too, whose use is counted under another name than their key, of those who have one of these
   * names as key, are counted under one of them, or were before their first reset.
   */
  listUsageKeys(projectId: number, names: readonly string[]): Promise<readonly RenamedUsage[]>
  /**
   * Live flags whose filters look at any cohort, by id, so that nobody reads a whole project for them. Some that look at
   * none may be among them.
   */
  listOnCohorts(projectId: number): Promise<readonly Flag[]>
  /**
   * Flags of all projects whose payloads are encrypted, deleted ones too, by id: at most `limit` of those after `afterId`.
   * Only the rotation of the encryption key reads across projects.
   */
  listEncrypted(afterId: number, limit: number): Promise<readonly Flag[]>
  /** Flags, deleted ones too, whose last change came after `projectVersion`, by id: what a snapshot has to catch up on. */
  changedSince(projectId: number, projectVersion: number): Promise<readonly Flag[]>
}

/** What is asked about flags, and how it is changed. */
export interface FlagTable extends FlagReader {
  /** The id of a flag that is to be inserted, so that what refers to it can be written in one go with it. */
  reserveId(): Promise<number>
  /** {@link reserveId} for several flags in one statement, ascending. */
  reserveIds(count: number): Promise<readonly number[]>
  /**
   * Keys are unique among the live flags of a project (`flags_live_key`). A flag that has its id already may be merely on
   * its way when this resolves: then a violation ends the transaction at the latest when that is committed.
   */
  insert(flag: NewFlag & { readonly id?: number }, index: FlagIndex): Promise<Flag>
  /**
   * Replaces everything but id, project, creator and `lastCalledAt`, if the stored version is still `expectedVersion`;
   * answers whether it was. That check and the write are one step, so that of two writers who both read
   * version 4 only one can write version 5.
   */
  update(flag: Flag, index: FlagIndex, expectedVersion: number): Promise<boolean>
  /**
   * {@link update} for whoever has locked the project, so that the version cannot be another one. Should it be, the
   * transaction fails with `SerializationFailure`, at the latest when it is committed.
   */
  replace(flag: Flag, index: FlagIndex, expectedVersion: number): Promise<void>
}
