import type { Clock } from '../../foundation/time/timestamp.ts'

/** Records when the store last confirmed the cached snapshot of each project. */
export class Confirmations {
  readonly #nowMs: Clock
  // Bound: OUT-8 definitions
  readonly #at = new Map<number, number>()

  /** @param nowMs a monotonic clock: if the clock could be set back, the cached snapshots would never appear old */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Returns the current time of this clock, for {@link confirm}. */
  now(): number {
    return this.#nowMs()
  }

  /** Records that the store confirmed the cached snapshot as the newest, now or at `at`. */
  confirm(projectId: number, at: number = this.#nowMs()): void {
    this.#at.set(projectId, at)
  }

  /** Records that another instance had the cached snapshot confirmed `ageMs` ago. */
  confirmAgo(projectId: number, ageMs: number): void {
    this.#at.set(projectId, this.#nowMs() - Math.max(0, ageMs))
  }

  forget(projectId: number): void {
    this.#at.delete(projectId)
  }

  /** Returns the milliseconds since the store confirmed the cached snapshot of a project; null when none is cached. */
  ageMs(projectId: number): number | null {
    const at = this.#at.get(projectId)
    return at === undefined ? null : this.#nowMs() - at
  }

  /** The age of the project that was confirmed the longest ago; null when no project is cached. */
  get oldestMs(): number | null {
    if (this.#at.size === 0) return null
    return this.#nowMs() - [...this.#at.values()].reduce((oldest, at) => Math.min(oldest, at))
  }
}
