import type { Clock } from '../../foundation/time/timestamp.ts'

/** Knows when the store last confirmed what is held of each project. */
export class Confirmations {
  readonly #nowMs: Clock
  // Bound: OUT-8 definitions
  readonly #at = new Map<number, number>()

  /** @param nowMs a clock that nobody sets: with the clock set back, nothing held would ever seem old */
  constructor(nowMs: Clock = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Now, for {@link confirm}. */
  now(): number {
    return this.#nowMs()
  }

  /** The store says that this is the newest, or said so at `at`. */
  confirm(projectId: number, at: number = this.#nowMs()): void {
    this.#at.set(projectId, at)
  }

  /** What is held was confirmed to somebody else, so long ago. */
  confirmAgo(projectId: number, ageMs: number): void {
    this.#at.set(projectId, this.#nowMs() - Math.max(0, ageMs))
  }

  forget(projectId: number): void {
    this.#at.delete(projectId)
  }

  /** Milliseconds since the store confirmed what is held of a project; null when nothing is. */
  ageMs(projectId: number): number | null {
    const at = this.#at.get(projectId)
    return at === undefined ? null : this.#nowMs() - at
  }

  /** That of the project which was confirmed the longest ago. */
  get oldestMs(): number | null {
    if (this.#at.size === 0) return null
    return this.#nowMs() - [...this.#at.values()].reduce((oldest, at) => Math.min(oldest, at))
  }
}
