import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Group } from '../records/person.ts'
import type { MeasuredRows } from '../records/project-size.ts'

/** Queries on groups. */
export interface GroupReader {
  find(projectId: number, groupTypeIndex: number, key: string): Promise<Group | undefined>
  /**
   * Lists groups of one type whose key starts with `search`, or whose name starts with it when case is ignored. The
   * name is the property `name`, if that is a text; its first 254 characters count. Sorted by key, in byte order.
   */
  list(projectId: number, groupTypeIndex: number, search: string, page: PageRequest): Promise<Page<Group>>
  /** Returns up to `limit` groups of one type after `afterKey`, in the same order. */
  after(projectId: number, groupTypeIndex: number, afterKey: string, limit: number): Promise<readonly Group[]>
  /** Measures the groups that `after` returns, without reading their properties. */
  measureAfter(projectId: number, groupTypeIndex: number, afterKey: string, limit: number): Promise<MeasuredRows>
}

/** Queries on and changes of groups. */
export interface GroupTable extends GroupReader {
  /** Locks the group, and waits for other transactions that have locked it. */
  lock(projectId: number, groupTypeIndex: number, key: string): Promise<Group | undefined>
  /** Inserts the group, or replaces its properties and `updatedAt`. */
  save(group: Group): Promise<void>
  /** Returns whether the group existed. */
  delete(projectId: number, groupTypeIndex: number, key: string): Promise<boolean>
  /** Deletes the first `limit` groups of one type, by key, and returns their number: a type may have many. */
  deleteSome(projectId: number, groupTypeIndex: number, limit: number): Promise<number>
}
