import { HASH_BYTES, UserList } from './user-list.ts'
import { SKETCH_BYTES, UserSketch } from './user-sketch.ts'

/** Users in any form, which can be added to a set. */
export interface UserSource {
  /** The memory that contains the users, and its approximate size. Several sources can share it. */
  readonly keptIn: { readonly bytes: number }
  /** Adds all users to a set, and returns whether that changed the set. */
  addTo(set: UserSet): boolean
}

/** The number of users whose list takes as much as a sketch. */
const MAX_LISTED = SKETCH_BYTES / HASH_BYTES

/** The bytes of memory that a user takes in a list, including free places. */
const BYTES_OF_A_USER = 32

/** The first byte of a written set. */
const LIST = 1
const SKETCH = 2

/**
 * The users who got a result of a flag, as hashes: they can be counted but not named. Up to 1,536 users are listed, so
 * that their number is exact. Larger sets are estimated, with a standard error of 0.81 %. Merging in any order gives
 * the same set.
 *
 * @example
 * const users = UserSet.empty()
 * for (const stored of await tx.userSets.list(projectId, query)) users.merge(UserSet.read(stored.users))
 * users.size
 */
export class UserSet implements UserSource {
  #list: UserList | undefined
  /** Replaces the list once that is full. */
  #sketch: UserSketch | undefined

  private constructor(list?: UserList, sketch?: UserSketch) {
    this.#list = list
    this.#sketch = sketch
  }

  static empty(): UserSet {
    return new UserSet()
  }

  /** Returns the set that {@link toBytes} wrote; other bytes are an empty set. */
  static read(bytes: Uint8Array): UserSet {
    if (bytes[0] === SKETCH && bytes.length === 1 + SKETCH_BYTES)
      return new UserSet(undefined, UserSketch.read(bytes, 1))
    if (bytes[0] !== LIST) return new UserSet()
    const set = new UserSet(new UserList(Math.min(bytes.length / HASH_BYTES, MAX_LISTED)))
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 1; at + HASH_BYTES <= bytes.length; at += HASH_BYTES) {
      set.add(view.getUint32(at), view.getUint32(at + 4))
    }
    return set
  }

  /**
   * Adds the user with this 64-bit hash, given as two words, and returns whether that changed the set. The hash 0
   * counts as the hash 1.
   */
  add(high: number, low: number): boolean {
    const last = (high | low) === 0 ? 1 : low
    if (this.#sketch) return this.#sketch.add(high, last)
    this.#list ??= new UserList()
    if (!this.#list.add(high, last)) return false
    if (this.#list.size > MAX_LISTED) this.#becomeSketch()
    return true
  }

  /** Adds all users of another set, and returns whether that changed this one. */
  merge(other: UserSet): boolean {
    if (other.#sketch) return this.#mergeSketch(other.#sketch)
    const list = other.#list
    if (!list) return false
    // Most sets are merged into an empty one, and adding each user separately takes ten times as long.
    if (!this.#sketch && !this.#list) this.#list = list.copy()
    else return this.#addList(list)
    return true
  }

  /** Adds all users to another set; the reverse of {@link merge}. */
  addTo(set: UserSet): boolean {
    return set.merge(this)
  }

  /** The approximate size in memory. */
  get keptIn(): { readonly bytes: number } {
    return { bytes: this.listed * BYTES_OF_A_USER }
  }

  /** The number of users; estimated unless {@link isExact}. */
  get size(): number {
    return this.#sketch?.size ?? this.#list?.size ?? 0
  }

  /** The number of listed users; for a sketch, the number of listed users that take as much. */
  get listed(): number {
    return this.#sketch ? MAX_LISTED : (this.#list?.size ?? 0)
  }

  get isExact(): boolean {
    return this.#sketch === undefined
  }

  toBytes(): Uint8Array {
    if (this.#sketch) {
      const bytes = new Uint8Array(1 + SKETCH_BYTES)
      bytes[0] = SKETCH
      this.#sketch.write(bytes, 1)
      return bytes
    }
    const bytes = new Uint8Array(1 + this.size * HASH_BYTES)
    bytes[0] = LIST
    this.#list?.write(bytes, 1)
    return bytes
  }

  #addList(list: UserList): boolean {
    let isChanged = false
    list.visit((high, low) => {
      if (this.add(high, low)) isChanged = true
    })
    return isChanged
  }

  #mergeSketch(other: UserSketch): boolean {
    const isList = this.isExact
    return this.#becomeSketch().merge(other) || isList
  }

  #becomeSketch(): UserSketch {
    if (this.#sketch) return this.#sketch
    const sketch = new UserSketch()
    this.#list?.visit((high, low) => sketch.add(high, low))
    this.#sketch = sketch
    this.#list = undefined
    return sketch
  }
}
