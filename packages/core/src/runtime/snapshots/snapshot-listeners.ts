import type { ProjectSnapshot } from './project-snapshot.ts'

/** Told of a newer picture of a project. */
export type SnapshotListener = (snapshot: ProjectSnapshot) => void

/** Those who want to be told, by project. */
export class SnapshotListeners {
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 streams
  readonly #ofProject = new Map<number, Set<SnapshotListener>>()

  /** @param onError told about a listener that failed; it harms no other */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Answers what ends it. */
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
