import type { ProjectSize } from '../../data/records/project-size.ts'
import type { DroppedProperties } from '../../runtime/stored-sizes.ts'

/**
 * Bytes that one request may copy from other ids. An event of 100 bytes copies up to 64 KiB, so that a small request
 * would otherwise store gigabytes.
 */
export const MAX_BROUGHT_BYTES = 4 * 1024 * 1024

/** The bytes that a transaction may still store for its project. It records what the transaction uses and drops. */
export class StorageRoom {
  /** The size of the project before; undefined: nothing was stored yet. */
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

  /** What becomes smaller has room in a full project too. */
  has(bytes: number): boolean {
    return bytes <= 0 || this.#addedBytes + bytes <= this.#freeBytes
  }

  add(bytes: number): void {
    this.#addedBytes += bytes
  }

  /** Whether so many bytes may be copied from another id; then they are used. */
  bring(bytes: number): boolean {
    const isAllowed = this.#broughtBytes + bytes <= this.#bringableBytes
    if (isAllowed) this.#broughtBytes += bytes
    return isAllowed
  }

  /** Records that so many properties exceeded a limit. */
  drop(limit: keyof DroppedProperties, properties: number): void {
    this.#dropped[limit] += properties
  }
}
