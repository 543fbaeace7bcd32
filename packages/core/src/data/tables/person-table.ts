import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Person } from '../records/person.ts'
import type { MeasuredRows } from '../records/project-size.ts'

/** What is asked about persons. */
export interface PersonReader {
  find(projectId: number, distinctId: string): Promise<Person | undefined>
  /**
   * Persons whose distinct id begins with `search`, or whose e-mail does, whatever the case: the property `email` where
   * that is a text, of which the first 254 characters count. In order of the bytes of their distinct id.
   */
  list(projectId: number, search: string, page: PageRequest): Promise<Page<Person>>
  /**
   * Up to `limit` persons after `afterDistinctId` in the same order whose e-mail is `email`, whatever the case. Both count
   * with their first 254 characters, so callers compare longer ones. It reads the ids of all of them:
   * {@link PersonReader.countByEmail} says how many there are.
   */
  afterByEmail(projectId: number, email: string, afterDistinctId: string, limit: number): Promise<readonly Person[]>
  /** How many persons have this e-mail, counted up to `most`. */
  countByEmail(projectId: number, email: string, most: number): Promise<number>
  /**
   * Up to `limit` persons with one of these e-mails, as {@link PersonReader.afterByEmail} compares them, in order of the
   * e-mail, then of the id. E-mails are returned in lower case. One query, because a
   * list may have thousands of addresses, and without properties.
   */
  idsByEmail(
    projectId: number,
    emails: readonly string[],
    limit: number,
  ): Promise<readonly { readonly email: string; readonly distinctId: string }[]>
  /** Up to `limit` distinct ids after `afterDistinctId` in the same order, without the properties of the persons. */
  idsAfter(projectId: number, afterDistinctId: string, limit: number): Promise<readonly string[]>
  /** Up to `limit` persons after `afterDistinctId` in the same order: how to walk over all of them without holding them. */
  after(projectId: number, afterDistinctId: string, limit: number): Promise<readonly Person[]>
  /** Measures the same persons without reading their properties. */
  measureAfter(projectId: number, afterDistinctId: string, limit: number): Promise<MeasuredRows>
}

/** What is asked about persons, and how it is changed. */
export interface PersonTable extends PersonReader {
  /** Waits until no other transaction has locked the person, so that two who merge properties do not lose each other's. */
  lock(projectId: number, distinctId: string): Promise<Person | undefined>
  /** Inserts the person, or replaces its properties and `updatedAt`. */
  save(person: Person): Promise<void>
  /** Whether there was such a person. */
  delete(projectId: number, distinctId: string): Promise<boolean>
}
