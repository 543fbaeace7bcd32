import type { ProjectChange } from '../../data/change-bus.ts'
import { pause } from '../../foundation/time/pause.ts'

/** Brings a project up to a version, or to a newer one. */
type CatchUp = (projectId: number, version: number) => Promise<unknown>

/** However many messages come, a project is brought up to date at most twenty times a second for them. */
const FOLLOW_INTERVAL_MS = 50

/** Acts on the news of changes: on the first at once, and on those that follow within a moment as one. */
export class ChangeFollower {
  readonly #catchUp: CatchUp
  readonly #onError: (error: unknown) => void
  readonly #closing = new AbortController()
  /** The newest version that was heard of, of each project that is being brought up to it. */
  // Bound: OUT-8 announcements
  readonly #following = new Map<number, number>()

  /** @param onError told of a project that could not be brought up to date; the next news of it tries again */
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
