import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Person } from '../records/person.ts'
import type { MeasuredRows } from '../records/project-size.ts'

/** Queries on stored users. */
export interface PersonReader {
  find(projectId: number, distinctId: string): Promise<Person | undefined>
  /**
   * Lists users whose distinct id starts with `search`, or whose e-mail starts with it when case is ignored. The e-mail
   * is the property `email`, if that is a text; its first 254 characters count. Sorted by distinct id, in byte order.
   */
  list(projectId: number, search: string, page: PageRequest): Promise<Page<Person>>
  /**
   * Returns up to `limit` users after `afterDistinctId`, in the same order, whose e-mail equals `email`, ignoring case.
   * Only the first 254 characters are compared, so callers must compare longer ones. It reads the ids of all matches,
   * whose number {@link PersonReader.countByEmail} returns.
   */
  afterByEmail(projectId: number, email: string, afterDistinctId: string, limit: number): Promise<readonly Person[]>
  /** Returns the number of users with this e-mail, counted up to `most`. */
  countByEmail(projectId: number, email: string, most: number): Promise<number>
  /**
   * Returns up to `limit` users with one of these e-mails, compared as in {@link PersonReader.afterByEmail}, sorted by
   * e-mail, then by id. The returned e-mails are in lower case. It is one query without properties, because a list may
   * have thousands of addresses.
   */
  idsByEmail(
    projectId: number,
    emails: readonly string[],
    limit: number,
  ): Promise<readonly { readonly email: string; readonly distinctId: string }[]>
  /**
   * Returns up to `limit` distinct ids after `afterDistinctId`, in the same order, without the properties of the users.
   */
  idsAfter(projectId: number, afterDistinctId: string, limit: number): Promise<readonly string[]>
  /**
   * Returns up to `limit` users after `afterDistinctId`, in the same order: for scans of all users that do not hold
   * them in memory.
   */
  after(projectId: number, afterDistinctId: string, limit: number): Promise<readonly Person[]>
  /** Measures the users that `after` returns, without reading their properties. */
  measureAfter(projectId: number, afterDistinctId: string, limit: number): Promise<MeasuredRows>
}

/** Queries on and changes of stored users. */
export interface PersonTable extends PersonReader {
  /**
   * Locks the user, and waits for other transactions that have locked it, so that concurrent changes of properties do
   * not overwrite each other.
   */
  lock(projectId: number, distinctId: string): Promise<Person | undefined>
  /** Inserts the user, or replaces its properties and `updatedAt`. */
  save(person: Person): Promise<void>
  /** Returns whether the user existed. */
  delete(projectId: number, distinctId: string): Promise<boolean>
}
