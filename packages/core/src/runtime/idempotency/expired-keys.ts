import { IDEMPOTENCY_KEY_TTL_MS } from '../../data/records/idempotency-key.ts'
import type { Store } from '../../data/store.ts'
import { HOUR_MS } from '../../foundation/time/durations.ts'
import { letExit } from '../../foundation/time/pause.ts'
import { type Clock, timestampOf } from '../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'

export interface ExpiredKeysOptions {
  readonly store: Store
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** The number of keys that one transaction deletes, so that other transactions do not wait for long. */
const REMOVED_AT_ONCE = 500

/** Deletes expired keys, every hour while there may be some (IDEM-7). */
export class ExpiredKeys {
  readonly #options: ExpiredKeysOptions
  #keptAtMs = Number.NEGATIVE_INFINITY
  #removing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(options: ExpiredKeysOptions) {
    this.#options = options
  }

  /** Records that a key was stored, which must be deleted later. */
  noteKept(): void {
    this.#keptAtMs = this.#options.clock()
    if (!this.#timer && !this.#isClosed) this.#removeHourly()
  }

  /** Resolves when no deletion is running; none starts after that. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#removing
  }

  #removeHourly(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#options.clock() - this.#keptAtMs <= IDEMPOTENCY_KEY_TTL_MS + HOUR_MS) this.#removeHourly()
    }, HOUR_MS)
    letExit(this.#timer)
    this.#removing = this.#removing.then(() => this.#remove()).catch(this.#options.onError)
  }

  async #remove(): Promise<void> {
    const { store, clock } = this.#options
    const expired = timestampOf(clock() - IDEMPOTENCY_KEY_TTL_MS)
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE && !this.#isClosed; await yieldToOthers()) {
      removed = await store.write((tx) => tx.idempotencyKeys.deleteBefore(expired, REMOVED_AT_ONCE))
    }
  }
}
