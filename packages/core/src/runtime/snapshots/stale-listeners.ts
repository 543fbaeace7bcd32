import { tellListener } from './tell-listener.ts'

/** Receives whether the store is unavailable, so that flags are evaluated from the last known definitions. */
export type StaleListener = (isStale: boolean) => void

/**
 * Records whether cached definitions could be checked against the store, and notifies listeners when that changes
 * (EMBED-22).
 */
export class StaleListeners {
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 flag-listeners
  readonly #listeners = new Set<StaleListener>()
  #isStale = false

  /** @param onError receives the error of a listener that failed; other listeners are still notified */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /**
   * Adds a listener, which is called immediately if the store is already unavailable, and whenever that changes.
   * Returns a function that removes it.
   */
  listen(listener: StaleListener): () => void {
    // A function that is added twice is called twice.
    const own: StaleListener = (isStale) => listener(isStale)
    this.#listeners.add(own)
    if (this.#isStale) this.#tell(own)
    return () => void this.#listeners.delete(own)
  }

  /** Records whether the last query of the store failed. */
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
