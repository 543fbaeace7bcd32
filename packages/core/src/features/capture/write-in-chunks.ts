import { yieldToOthers } from '../../foundation/time/yield.ts'
import { gatherChanges, type NamedIds } from './gather-changes.ts'
import type { Refusal } from './known-properties.ts'

/** Why each change was not stored completely; null if it was. In the order of the changes. */
export type Refusals = readonly (Refusal | null)[]

/**
 * The number of changes in a transaction: enough to make commits cheap, and few enough that others can write in
 * between.
 */
const CHANGES_PER_TRANSACTION = 100
/** The maximum size of rows in one transaction, in bytes of JSON. In memory, objects take ten times as much. */
const BYTES_PER_TRANSACTION = 1024 * 1024
/** It yields after reading or writing this number of bytes, which takes some milliseconds. */
const BYTES_BEFORE_YIELD = 64 * 1024

/** Tracks the size of the persons or groups that a transaction holds in memory. */
export class TransactionLoad {
  readonly #changes: number
  #bytes = 0
  #bytesSinceYield = 0

  constructor(changes: number) {
    this.#changes = changes
  }

  /** Whether a transaction with fewer changes would hold less, and should be tried instead. */
  get isTooLarge(): boolean {
    return this.#bytes > BYTES_PER_TRANSACTION && this.#changes > 1
  }

  /** Records that this number of bytes was read, and is held in memory. */
  async read(bytes: number): Promise<void> {
    this.#bytes += bytes
    await this.handled(bytes)
  }

  /** Records that this number of bytes was read or written, and yields after enough of them. */
  async handled(bytes: number): Promise<void> {
    this.#bytesSinceYield += bytes
    if (this.#bytesSinceYield < BYTES_BEFORE_YIELD) return
    this.#bytesSinceYield = 0
    await yieldToOthers()
  }
}

/** The ids of changes, and the function that writes a chunk of them. */
export interface ChangeWriter<Change> {
  idsOf(change: Change): NamedIds
  /** Returns undefined and writes nothing if the stored rows are too large for a transaction. */
  write(chunk: readonly Change[]): Promise<Refusals | undefined>
}

/**
 * Writes changes in chunks, one transaction each. Chunks are smaller if the stored rows are too large for a
 * transaction. Changes of the same person or group are written together, in order.
 */
export async function writeInChunks<Change extends object>(
  changes: readonly Change[],
  { idsOf, write }: ChangeWriter<Change>,
): Promise<Refusals> {
  const gathered = await gatherChanges(changes, idsOf)
  const refusals = new Map<Change, Refusal | null | undefined>()
  let size = CHANGES_PER_TRANSACTION
  let done = 0
  while (done < gathered.length) {
    const chunk = gathered.slice(done, done + size)
    const written = await write(chunk)
    if (written) for (const [at, change] of chunk.entries()) refusals.set(change, written[at])
    if (written) done += chunk.length
    size = written ? Math.min(2 * size, CHANGES_PER_TRANSACTION) : Math.ceil(chunk.length / 2)
    await yieldToOthers()
  }
  return changes.map((change) => refusals.get(change) ?? null)
}
