import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Group } from '../records/person.ts'
import type { MeasuredRows } from '../records/project-size.ts'

/** What is asked about groups. */
export interface GroupReader {
  find(projectId: number, groupTypeIndex: number, key: string): Promise<Group | undefined>
  /**
   * Groups of one type whose key begins with `search`, or whose name does, whatever the case: the property `name` where
   * that is a text, of which the first 254 characters count. In order of the bytes of their key.
   */
  list(projectId: number, groupTypeIndex: number, search: string, page: PageRequest): Promise<Page<Group>>
  /** Up to `limit` groups of one type after `afterKey` in the same order. */
  after(projectId: number, groupTypeIndex: number, afterKey: string, limit: number): Promise<readonly Group[]>
  /** Measures the same groups without reading their properties. */
  measureAfter(projectId: number, groupTypeIndex: number, afterKey: string, limit: number): Promise<MeasuredRows>
}

/** What is asked about groups, and how it is changed. */
export interface GroupTable extends GroupReader {
  /** Waits until no other transaction has locked the group. */
  lock(projectId: number, groupTypeIndex: number, key: string): Promise<Group | undefined>
  /** Inserts the group, or replaces its properties and `updatedAt`. */
  save(group: Group): Promise<void>
  /** Whether there was such a group. */
  delete(projectId: number, groupTypeIndex: number, key: string): Promise<boolean>
  /** Deletes the first `limit` groups of one type, in order of their keys, and returns how many: a type may have many. */
  deleteSome(projectId: number, groupTypeIndex: number, limit: number): Promise<number>
}
