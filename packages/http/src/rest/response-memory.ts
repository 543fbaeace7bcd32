import { Budget } from './budget.ts'

export interface ResponseMemoryOptions {
  /** Bytes of large responses that may be built or unread at the same time: 128 MiB when missing. */
  readonly responseMemoryBytes?: number | undefined
}

const DEFAULT_MEMORY_BYTES = 128 * 1024 * 1024
const MEMORY = 'the memory for large responses (FLAGDECK_RESPONSE_MEMORY_BYTES, responseMemoryBytes of the library)'

/**
 * For each such part of the memory, requests may read one item of a list at the same time. An item may take 2 MiB of V8's
 * heap until it is written: half a MiB before and after a change, in two bytes for each character.
 */
const BYTES_PER_ITEM = 2.5 * 1024 * 1024
/** As many as one part of a list of small items (`written-items.ts`). */
const FEWEST_ITEMS = 25

/**
 * Responses of fewer characters are built as one text, and reserve nothing: they are built in one event-loop tick, and are
 * counted only as far as their clients do not read them.
 */
export const LARGE_RESPONSE_LENGTH = 256 * 1024

/** The bytes that the responses of an application share. */
export type ResponseMemory = Pick<Budget, 'total' | 'taken' | 'count' | 'give'>

/** The bytes that responses share, and the items that requests may read at the same time. */
export class ResponseBudget extends Budget {
  // Bound: OUT-8 items-read
  readonly items = new Budget(Math.max(FEWEST_ITEMS, Math.floor(this.total / BYTES_PER_ITEM)), MEMORY)
}

/** Makes the memory that the responses of an application share. */
export function responseMemory({ responseMemoryBytes }: ResponseMemoryOptions = {}): ResponseBudget {
  return new ResponseBudget(responseMemoryBytes ?? DEFAULT_MEMORY_BYTES, MEMORY)
}

/** What one response holds of the memory that all responses share (HTTP-90). */
export class ResponseReservation {
  readonly #memory: ResponseBudget
  // Bound: OUT-8 responses
  #held = 0
  #isOver = false

  constructor(memory: ResponseBudget) {
    this.#memory = memory
  }

  /**
   * Reserves memory until the response holds so many bytes. A response that is larger than all of the memory takes all of it.
   * @throws Overloaded when there is no room
   */
  async reserve(bytes: number): Promise<void> {
    const more = Math.min(bytes, this.#memory.total) - this.#held
    if (more <= 0 || this.#isOver) return
    await this.#memory.take(more)
    if (this.#isOver) this.#memory.give(more)
    else this.#held += more
  }

  /** {@link reserve}, and releases what the response has reserved beyond these bytes. */
  async settle(bytes: number): Promise<void> {
    await this.reserve(bytes)
    const surplus = this.#held - bytes
    if (surplus <= 0 || this.#isOver) return
    this.#held -= surplus
    this.#memory.give(surplus)
  }

  /**
   * Reads up to so many items, and runs what is made of them, when few enough are being read.
   * @throws Overloaded when others read for too long
   */
  async readItems<T>(count: number, read: () => Promise<T>): Promise<T> {
    const { items } = this.#memory
    const taken = Math.min(count, items.total)
    await items.take(taken)
    try {
      return await read()
    } finally {
      items.give(taken)
    }
  }

  release(): void {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#held > 0) this.#memory.give(this.#held)
  }
}
