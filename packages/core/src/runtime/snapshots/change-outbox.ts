import type { ProjectChange } from '../../data/change-bus.ts'
import { MAX_CHANGES } from './change-message.ts'

/** Changes that are not announced yet: only the newest of each project, so that a burst needs only a few messages. */
export class ChangeOutbox {
  // Bound: OUT-8 announcements
  readonly #versions = new Map<number, number>()

  get isEmpty(): boolean {
    return this.#versions.size === 0
  }

  add({ projectId, version }: ProjectChange): void {
    this.#versions.set(projectId, Math.max(version, this.#versions.get(projectId) ?? 0))
  }

  /** Removes and returns the changes that fit into one message, oldest first. */
  take(): readonly ProjectChange[] {
    const taken = [...this.#versions].slice(0, MAX_CHANGES).map(([projectId, version]) => ({ projectId, version }))
    for (const { projectId } of taken) this.#versions.delete(projectId)
    return taken
  }
}
