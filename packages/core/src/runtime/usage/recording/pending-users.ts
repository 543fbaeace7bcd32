import type { UserHash } from '../user-hash.ts'
import { UserSet, type UserSource } from '../user-set.ts'

/** The approximate bytes of memory of a listed user, and of one source of users. */
export const LISTED_USER_BYTES = 32
const SOURCE_BYTES = 176
/** The number of sources above which they become one list: in a long outage, every fold adds the same users again. */
const MAX_SOURCES = 16

/**
 * Users on their way to the store, in the forms in which they arrived. They are usually merged only with the stored
 * users.
 */
export class PendingUsers {
  // Bound: is as large as the batch it is in
  #sources: UserSource[] = []
  /** Users who were added one by one. */
  #named: UserSet | undefined

  get isEmpty(): boolean {
    return this.#sources.length === 0
  }

  /** Adds a user; returns by how many users the list that contains the user has grown. */
  add({ high, low }: UserHash): number {
    if (!this.#named) {
      this.#named = UserSet.empty()
      this.#sources.push(this.#named)
    }
    const before = this.#named.listed
    this.#named.add(high, low)
    return this.#named.listed - before
  }

  /**
   * Adds users, whose number must not change any more; returns the growth in bytes, without the memory that contains
   * the users.
   */
  addAll(users: UserSource): number {
    this.#sources.push(users)
    return this.#sources.length > MAX_SOURCES ? this.#unite() : SOURCE_BYTES
  }

  #unite(): number {
    const united = this.#named ?? UserSet.empty()
    const before = { listed: united.listed, sources: this.#sources.length }
    for (const users of this.#sources) if (users !== united) users.addTo(united)
    this.#named = united
    this.#sources = [united]
    return (united.listed - before.listed) * LISTED_USER_BYTES - (before.sources - 2) * SOURCE_BYTES
  }

  /** Adds all users of `others`, which must not grow any more. */
  include(others: PendingUsers): void {
    this.#sources.push(...others.#sources)
  }

  /** Adds all users to a set; returns whether that changed it. */
  addTo(set: UserSet): boolean {
    let isChanged = false
    for (const users of this.#sources) isChanged = users.addTo(set) || isChanged
    return isChanged
  }
}
