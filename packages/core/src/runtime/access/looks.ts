import { StoreUnavailable } from '../../data/store-errors.ts'

/** Looks that are running: each is one for all who ask for the same meanwhile (KEY-13). */
export class Looks<T> {
  // Bound: OUT-8 looked-up-credentials
  readonly #running = new Map<string, Promise<T>>()

  /** What others look up already; anew when they are refused, since what lets this one in may have come after they asked. */
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
 * What a look finds; while the store is away what was known, if `known` still answers it (OUT-3). A store that does not
 * even refuse takes seconds: once it was found to be away, nobody waits for it again and again.
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
