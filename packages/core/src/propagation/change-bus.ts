/** That a project's flags changed; `version` is the project's version with the change in it. */
export interface ProjectChange {
  readonly projectId: number
  readonly version: number
}

/** Carries the news of changes to whoever keeps a picture of them. A lost message only delays. */
export interface ChangeBus {
  publish(change: ProjectChange): void
  /** Answers a function that ends the subscription. */
  subscribe(listener: (change: ProjectChange) => void): () => void
  close(): Promise<void>
}

/** A bus inside one process. */
export function inProcessChangeBus(): ChangeBus {
  const listeners = new Set<(change: ProjectChange) => void>()
  return {
    publish: (change) => {
      for (const listener of listeners) listener(change)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => listeners.clear(),
  }
}
