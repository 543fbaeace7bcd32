import { HASH_BYTES, UserList } from './user-list.ts'
import { SKETCH_BYTES, UserSketch } from './user-sketch.ts'

/** Users in whatever form they came, who can be added to a set. */
export interface UserSource {
  /** What they are kept in, about as large as it says; others may be kept in the same. */
  readonly keptIn: { readonly bytes: number }
  /** Adds all of them; answers whether that changed the set. */
  addTo(set: UserSet): boolean
}

/** A list of so many users takes what a sketch takes. */
const MAX_LISTED = SKETCH_BYTES / HASH_BYTES

/** What a user takes in memory, in a list with its free places. */
const BYTES_OF_A_USER = 32

/** First byte of a written set. */
const LIST = 1
const SKETCH = 2

/**
 * The users who met a flag, as hashes: they can be counted but not named. Up to 1,536 are listed, so that their number
 * is exact; more are estimated, with a standard error of 0.81 %. What is merged, in whatever order, gives the same set.
 *
 * @example
 * const users = UserSet.empty()
 * for (const stored of await tx.userSets.list(projectId, query)) users.merge(UserSet.read(stored.users))
 * users.size
 */
export class UserSet implements UserSource {
  #list: UserList | undefined
  /** There once the list is full, and then instead of it. */
  #sketch: UserSketch | undefined

  private constructor(list?: UserList, sketch?: UserSketch) {
    this.#list = list
    this.#sketch = sketch
  }

  static empty(): UserSet {
    return new UserSet()
  }

  /** Reads what {@link toBytes} wrote; bytes that nobody wrote are an empty set. */
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
   * Adds the user with this hash of 64 bits, given as two words. Whoever has the hash 0 is taken for the user with 1.
   * Answers whether that changed the set.
   */
  add(high: number, low: number): boolean {
    const last = (high | low) === 0 ? 1 : low
    if (this.#sketch) return this.#sketch.add(high, last)
    this.#list ??= new UserList()
    if (!this.#list.add(high, last)) return false
    if (this.#list.size > MAX_LISTED) this.#becomeSketch()
    return true
  }

  /** Adds everybody of another set. Answers whether that changed this one. */
  merge(other: UserSet): boolean {
    if (other.#sketch) return this.#mergeSketch(other.#sketch)
    const list = other.#list
    if (!list) return false
    // Most are merged into one that is new, and looking for a place for each of the users takes ten times as long.
    if (!this.#sketch && !this.#list) this.#list = list.copy()
    else return this.#addList(list)
    return true
  }

  /** {@link merge}, seen from the other side. */
  addTo(set: UserSet): boolean {
    return set.merge(this)
  }

  /** How much memory it takes, more or less. */
  get keptIn(): { readonly bytes: number } {
    return { bytes: this.listed * BYTES_OF_A_USER }
  }

  /** How many users there are; estimated unless {@link isExact}. */
  get size(): number {
    return this.#sketch?.size ?? this.#list?.size ?? 0
  }

  /** How many users are listed; once there is a sketch, as many as take what it takes. */
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
