import { giveTurn } from '../time/give-turn.ts'

/** Why each change was let go; null where it was kept. In the order of the changes. */
export type Refusals = readonly (string | null)[]

/** Changes that share a transaction: enough to make its end cheap, few enough that others can write in between. */
const CHANGES_PER_TRANSACTION = 100
/** What one transaction may hold of what is stored, in bytes of JSON: an object of it takes ten times as many. */
const BYTES_PER_TRANSACTION = 1024 * 1024
/** Reading or writing so much of what is stored takes some milliseconds, after which others have their turn. */
const BYTES_PER_TURN = 64 * 1024

/** What a transaction holds, of the persons or groups that its changes are laid over. */
export class TransactionLoad {
  readonly #changes: number
  #bytes = 0
  #bytesSinceTurn = 0

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

  /** Says that so much was read or written, and lets others have their turn when it was their time. */
  async handled(bytes: number): Promise<void> {
    this.#bytesSinceTurn += bytes
    if (this.#bytesSinceTurn < BYTES_PER_TURN) return
    this.#bytesSinceTurn = 0
    await giveTurn()
  }
}

/**
 * Has changes written in their order, a slice in each transaction. `write` answers undefined, and has written nothing,
 * where what is stored is too large for a transaction; then it is asked for fewer of them.
 */
export async function writeInSlices<Change>(
  changes: readonly Change[],
  write: (slice: readonly Change[]) => Promise<Refusals | undefined>,
): Promise<Refusals> {
  const refusals: (string | null)[] = []
  let size = CHANGES_PER_TRANSACTION
  while (refusals.length < changes.length) {
    const slice = changes.slice(refusals.length, refusals.length + size)
    const written = await write(slice)
    if (written) refusals.push(...written)
    size = written ? Math.min(2 * size, CHANGES_PER_TRANSACTION) : Math.ceil(slice.length / 2)
    if (refusals.length < changes.length) await giveTurn()
  }
  return refusals
}
