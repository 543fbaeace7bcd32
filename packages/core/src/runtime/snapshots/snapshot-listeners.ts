import type { ProjectSnapshot } from './project-snapshot.ts'

/** Receives a newer snapshot of a project. */
export type SnapshotListener = (snapshot: ProjectSnapshot) => void

/** The snapshot listeners of each project. */
export class SnapshotListeners {
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 streams
  readonly #ofProject = new Map<number, Set<SnapshotListener>>()

  /** @param onError receives the error of a listener that failed; other listeners are still notified */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Adds a listener and returns a function that removes it. */
  add(projectId: number, listener: SnapshotListener): () => void {
    const listeners = this.#ofProject.get(projectId) ?? new Set()
    this.#ofProject.set(projectId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#ofProject.get(projectId) === listeners) this.#ofProject.delete(projectId)
    }
  }

  tell(snapshot: ProjectSnapshot): void {
    for (const listener of this.#ofProject.get(snapshot.project.id) ?? []) {
      try {
        listener(snapshot)
      } catch (error) {
        this.#onError(error)
      }
    }
  }
}
