import { Budget, WAIT_MS } from './budget.ts'
import { clientLeft } from './request-error.ts'

export interface ResponseMemoryOptions {
  /** Bytes of large responses that may be built or unread at the same time: 128 MiB when missing. */
  readonly responseMemoryBytes?: number | undefined
}

const DEFAULT_MEMORY_BYTES = 128 * 1024 * 1024
const MEMORY = 'the memory for large responses (FLAGDECK_RESPONSE_MEMORY_BYTES, responseMemoryBytes of the library)'

/**
 * For each such part of the memory, requests may read one item of a list at the same time. Until it is written, an item
 * may take 2 MiB of V8's heap: half a MiB before and after a change, with two bytes for each character.
 */
const BYTES_PER_ITEM = 2.5 * 1024 * 1024
/** The size of one part of a list of small items (`written-items.ts`). */
const FEWEST_ITEMS = 25

/**
 * Responses of fewer characters are built as one text and reserve nothing: they are built in one event-loop tick, and
 * count only while their clients do not read them.
 */
export const LARGE_RESPONSE_LENGTH = 256 * 1024

/** The bytes that the responses of an application share. */
export type ResponseMemory = Pick<Budget, 'total' | 'taken' | 'count' | 'give'>

/** The budgets that all responses of an application share. */
export interface ResponseBudgets {
  /** The bytes of large responses. */
  readonly bytes: Budget
  /** The items of lists that requests read at the same time. */
  readonly items: Budget
}

export function responseBudgets({ responseMemoryBytes }: ResponseMemoryOptions = {}): ResponseBudgets {
  const bytes = new Budget(responseMemoryBytes ?? DEFAULT_MEMORY_BYTES, MEMORY)
  // Bound: OUT-8 items-read
  const items = new Budget(Math.max(FEWEST_ITEMS, Math.floor(bytes.total / BYTES_PER_ITEM)), MEMORY)
  return { bytes, items }
}

/**
 * The part of the shared memory that one response holds (HTTP-90). All its waits together take no longer than one. It
 * reserves nothing for a client that has disconnected.
 */
export class ResponseReservation {
  readonly #budgets: ResponseBudgets
  // Bound: OUT-8 responses
  #held = 0
  #isOver = false
  readonly #signal: AbortSignal | undefined
  #waitMs = WAIT_MS

  /** @param signal aborted when the client disconnects */
  constructor(budgets: ResponseBudgets, signal?: AbortSignal) {
    this.#budgets = budgets
    this.#signal = signal
  }

  /**
   * Reserves memory until the response holds this many bytes. A response larger than the whole memory takes all of it.
   * @throws Overloaded when no memory is available; RequestError when the client has disconnected
   */
  async reserve(bytes: number): Promise<void> {
    const memory = this.#budgets.bytes
    const more = Math.min(bytes, memory.total) - this.#held
    if (more <= 0 || this.#isOver) return
    await this.#take(memory, more)
    if (this.#isOver) memory.give(more)
    else this.#held += more
  }

  /** Reserves exactly this many bytes: as {@link reserve}, but it also releases the bytes beyond them. */
  async settle(bytes: number): Promise<void> {
    await this.reserve(bytes)
    const surplus = this.#held - bytes
    if (surplus <= 0 || this.#isOver) return
    this.#held -= surplus
    this.#budgets.bytes.give(surplus)
  }

  /**
   * Calls `read`, which reads and writes up to `count` items, once all requests together read few enough items.
   * @throws Overloaded when other requests read for too long; RequestError when the client has disconnected
   */
  async readItems<T>(count: number, read: () => Promise<T>): Promise<T> {
    const { items } = this.#budgets
    const taken = Math.min(count, items.total)
    await this.#take(items, taken)
    try {
      return await read()
    } finally {
      items.give(taken)
    }
  }

  async #take(budget: Budget, amount: number): Promise<void> {
    const signal = this.#signal
    if (signal?.aborted) throw clientLeft()
    const since = performance.now()
    try {
      await budget.take(amount, { waitMs: this.#waitMs, signal })
    } catch (error) {
      throw signal?.aborted ? clientLeft() : error
    }
    this.#waitMs = Math.max(0, this.#waitMs - (performance.now() - since))
  }

  release(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#held > 0) this.#budgets.bytes.give(this.#held)
  }
}
