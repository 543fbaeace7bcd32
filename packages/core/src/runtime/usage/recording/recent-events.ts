/** The events of one generation, and the bytes of their names with the overhead of a set entry. */
const GENERATION_SIZE = 50_000
const GENERATION_BYTES = 8 * 1024 * 1024
const BYTES_BESIDE_NAME = 64

/**
 * Events that this process has received recently. SDKs that received no response send events again within minutes,
 * usually to the same process, which then does not need to query the store.
 */
export class RecentEvents {
  // Bound: OUT-8 recent-events
  #newer = new Set<string>()
  // Bound: OUT-8 recent-events
  #older = new Set<string>()
  #newerBytes = 0

  /** Adds an event and returns whether it was new. */
  add(projectId: number, eventId: string): boolean {
    const event = `${projectId}/${eventId}`
    if (this.#newer.has(event) || this.#older.has(event)) return false
    if (this.#newer.size >= GENERATION_SIZE || this.#newerBytes >= GENERATION_BYTES) {
      this.#older = this.#newer
      this.#newer = new Set()
      this.#newerBytes = 0
    }
    this.#newer.add(event)
    this.#newerBytes += 2 * event.length + BYTES_BESIDE_NAME
    return true
  }
}
