import type { UserHash } from '../user-hash.ts'
import { UserSet, type UserSource } from '../user-set.ts'

/** Users on their way to the store, in the forms they came in: they are united with those who are stored, and not before. */
export class PendingUsers {
  // Bound: is as large as the batch it is in
  readonly #sources: UserSource[] = []
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

  addAll(users: UserSource): void {
    this.#sources.push(users)
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
