import { tellListener } from './tell-listener.ts'

/** Hears whether the store is away, so that flags answer by what was last known. */
export type StaleListener = (isStale: boolean) => void

/** Knows whether the store could be asked about what is held, and tells who listens when that changes (EMBED-22). */
export class StaleListeners {
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 flag-listeners
  readonly #listeners = new Set<StaleListener>()
  #isStale = false

  /** @param onError told about a listener that failed; it harms no other */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Tells at once when it is so already, and whenever it changes. Answers what ends it. */
  listen(listener: StaleListener): () => void {
    // Who listens twice with one function hears twice.
    const own: StaleListener = (isStale) => listener(isStale)
    this.#listeners.add(own)
    if (this.#isStale) this.#tell(own)
    return () => void this.#listeners.delete(own)
  }

  /** What came of asking the store. */
  note(isStale: boolean): void {
    if (isStale === this.#isStale) return
    this.#isStale = isStale
    for (const listener of [...this.#listeners]) if (this.#listeners.has(listener)) this.#tell(listener)
  }

  close(): void {
    this.#listeners.clear()
  }

  #tell(listener: StaleListener): void {
    tellListener(listener, this.#isStale).catch(this.#onError)
  }
}
