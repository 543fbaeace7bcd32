import type { ProjectSize } from '../../data/records/project-size.ts'
import type { DroppedProperties } from '../../runtime/stored-sizes.ts'

/**
 * The maximum number of bytes that one request can copy from other ids. An event of 100 bytes can copy up to 64 KiB, so
 * a small request could otherwise store gigabytes.
 */
export const MAX_BROUGHT_BYTES = 4 * 1024 * 1024

/** The bytes that a transaction can still store for its project. It records what the transaction uses and drops. */
export class StorageRoom {
  /** The previous size of the project; undefined when nothing was stored. */
  readonly size: ProjectSize | undefined
  readonly #freeBytes: number
  readonly #bringableBytes: number
  readonly #dropped = { person: 0, project: 0 }
  #addedBytes = 0
  #broughtBytes = 0

  constructor(size: ProjectSize | undefined, limitBytes: number, bringableBytes = MAX_BROUGHT_BYTES) {
    this.size = size
    this.#freeBytes = limitBytes - (size?.bytes ?? 0)
    this.#bringableBytes = bringableBytes
  }

  get addedBytes(): number {
    return this.#addedBytes
  }

  get broughtBytes(): number {
    return this.#broughtBytes
  }

  get dropped(): DroppedProperties {
    return this.#dropped
  }

  /** Whether this growth fits. Data that shrinks always fits, even in a full project. */
  has(bytes: number): boolean {
    return bytes <= 0 || this.#addedBytes + bytes <= this.#freeBytes
  }

  add(bytes: number): void {
    this.#addedBytes += bytes
  }

  /** Whether this number of bytes can be copied from another id. If so, they count as used. */
  bring(bytes: number): boolean {
    const isAllowed = this.#broughtBytes + bytes <= this.#bringableBytes
    if (isAllowed) this.#broughtBytes += bytes
    return isAllowed
  }

  /** Records the number of properties that exceeded a limit. */
  drop(limit: keyof DroppedProperties, properties: number): void {
    this.#dropped[limit] += properties
  }
}
