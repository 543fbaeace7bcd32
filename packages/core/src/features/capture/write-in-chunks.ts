import { yieldToOthers } from '../../foundation/time/yield.ts'
import { gatherChanges, type NamedIds } from './gather-changes.ts'
import type { Refusal } from './known-properties.ts'

/** Why each change was not stored whole; null where it was. In the order of the changes. */
export type Refusals = readonly (Refusal | null)[]

/** Changes that share a transaction: enough to make its end cheap, few enough that others can write in between. */
const CHANGES_PER_TRANSACTION = 100
/** What one transaction may hold of what is stored, in bytes of JSON: an object of it takes ten times as many. */
const BYTES_PER_TRANSACTION = 1024 * 1024
/** Reading or writing so much of what is stored takes some milliseconds, after which it yields. */
const BYTES_BEFORE_YIELD = 64 * 1024

/** What a transaction holds, of the persons or groups that its changes are laid over. */
export class TransactionLoad {
  readonly #changes: number
  #bytes = 0
  #bytesSinceYield = 0

  constructor(changes: number) {
    this.#changes = changes
  }

  /** Whether fewer changes would hold less, and should be tried instead. */
  get isTooLarge(): boolean {
    return this.#bytes > BYTES_PER_TRANSACTION && this.#changes > 1
  }

  /** Says that so much of what is stored was read, and is held. */
  async read(bytes: number): Promise<void> {
    this.#bytes += bytes
    await this.handled(bytes)
  }

  /** Says that so much was read or written, and yields when that was enough. */
  async handled(bytes: number): Promise<void> {
    this.#bytesSinceYield += bytes
    if (this.#bytesSinceYield < BYTES_BEFORE_YIELD) return
    this.#bytesSinceYield = 0
    await yieldToOthers()
  }
}

/** What changes are about, and how a chunk of them is written. */
export interface ChangeWriter<Change> {
  idsOf(change: Change): NamedIds
  /** Undefined, with nothing written, where what is stored is too large for a transaction. */
  write(chunk: readonly Change[]): Promise<Refusals | undefined>
}

/**
 * Has changes written, a chunk in each transaction: fewer where what is stored is too large for one. Those about the
 * same person or group are written together, in their order.
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
