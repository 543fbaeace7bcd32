const GENERATION_SIZE = 50_000

/**
 * Events that this process has seen lately. SDKs that heard no answer send again within minutes, most often to the same
 * process: then nobody has to ask the store.
 */
export class RecentEvents {
  #newer = new Set<string>()
  #older = new Set<string>()

  /** Whether the event was new. */
  add(projectId: number, eventId: string): boolean {
    const event = `${projectId}/${eventId}`
    if (this.#newer.has(event) || this.#older.has(event)) return false
    if (this.#newer.size >= GENERATION_SIZE) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(event)
    return true
  }
}
