import type { ProjectChange } from '../../data/change-bus.ts'
import { pause } from '../../foundation/time/pause.ts'

/** Brings a project to this version or a newer one. */
type CatchUp = (projectId: number, version: number) => Promise<unknown>

/**
 * The pause between catch-ups of one project: however many messages arrive, it reloads at most twenty times a second.
 */
const FOLLOW_INTERVAL_MS = 50

/**
 * Reacts to announced changes: to the first immediately, and to those that follow within a short time with one
 * catch-up.
 */
export class ChangeFollower {
  readonly #catchUp: CatchUp
  readonly #onError: (error: unknown) => void
  readonly #closing = new AbortController()
  /** The newest announced version of each project that is being caught up. */
  // Bound: OUT-8 announcements
  readonly #following = new Map<number, number>()

  /** @param onError receives the error when a project could not be caught up; the next announcement retries it */
  constructor(catchUp: CatchUp, onError: (error: unknown) => void) {
    this.#catchUp = catchUp
    this.#onError = onError
  }

  follow({ projectId, version }: ProjectChange): void {
    const heard = this.#following.get(projectId)
    this.#following.set(projectId, Math.max(version, heard ?? 0))
    if (heard === undefined) void this.#followUp(projectId)
  }

  close(): void {
    this.#closing.abort()
  }

  async #followUp(projectId: number): Promise<void> {
    const { signal } = this.#closing
    for (let done = 0; !signal.aborted; await pause(FOLLOW_INTERVAL_MS, signal)) {
      const newest = this.#following.get(projectId) ?? 0
      if (newest <= done) break
      await this.#catchUp(projectId, newest).catch(this.#onError)
      done = newest
    }
    this.#following.delete(projectId)
  }
}
