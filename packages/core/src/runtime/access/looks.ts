import { StoreUnavailable } from '../../data/store-errors.ts'

/** Running lookups: concurrent callers for the same name share one (KEY-13). */
export class Looks<T> {
  // Bound: OUT-8 looked-up-credentials
  readonly #running = new Map<string, Promise<T>>()

  /**
   * Returns the result of a running lookup of this name, or of a new one. If the running one is refused, a new one
   * follows, because what admits this caller may have been created after it started.
   */
  async join(name: string, look: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name)
    if (!running) return this.#once(name, look)
    try {
      return await running
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      return this.#once(name, look)
    }
  }

  #once(name: string, look: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name)
    if (running) return running
    const started = look().finally(() => this.#running.delete(name))
    this.#running.set(name, started)
    return started
  }
}

/**
 * Returns the result of a lookup. While the store is unavailable, it returns the cached result, if `known` still has
 * one (OUT-3). A store that does not respond takes seconds to fail, so once it is known to be unavailable, callers do
 * not wait for it again.
 */
export function foundOrKnown<T>(look: Promise<T>, isAway: boolean, known: () => T | undefined): T | Promise<T> {
  const found = look.catch((error: unknown) => {
    const kept = error instanceof StoreUnavailable ? known() : undefined
    if (kept === undefined) throw error
    return kept
  })
  const kept = isAway ? known() : undefined
  if (kept === undefined) return found
  found.catch(() => undefined)
  return kept
}
