import type { UserHash } from '../user-hash.ts'
import { UserSet, type UserSource } from '../user-set.ts'

/** About what a user in a list takes in memory, and one of the forms that users come in. */
export const LISTED_USER_BYTES = 32
const SOURCE_BYTES = 176
/** In a long outage the same users come again with every fold: beyond so many forms they become one list. */
const MAX_SOURCES = 16

/** Users on their way to the store, in the forms they came in: they are united with those who are stored, and hardly ever before. */
export class PendingUsers {
  // Bound: is as large as the batch it is in
  #sources: UserSource[] = []
  /** Those who came one by one. */
  #named: UserSet | undefined

  get isEmpty(): boolean {
    return this.#sources.length === 0
  }

  /** Adds a user; answers by how many the list has grown that they are in. */
  add({ high, low }: UserHash): number {
    if (!this.#named) {
      this.#named = UserSet.empty()
      this.#sources.push(this.#named)
    }
    const before = this.#named.listed
    this.#named.add(high, low)
    return this.#named.listed - before
  }

  /** Adds users, who must not become more from now on; answers by how many bytes it has grown, beside what they are kept in. */
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

  /** Adds all of others, who must not become more from now on. */
  include(others: PendingUsers): void {
    this.#sources.push(...others.#sources)
  }

  /** Adds all of them to a set; answers whether that changed it. */
  addTo(set: UserSet): boolean {
    let isChanged = false
    for (const users of this.#sources) isChanged = users.addTo(set) || isChanged
    return isChanged
  }
}
