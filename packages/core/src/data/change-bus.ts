/** That a project's flags changed; `version` is the project's version with the change in it. */
export interface ProjectChange {
  readonly projectId: number
  readonly version: number
}

/** Carries the news of changes to whoever keeps a picture of them. A lost message only delays. */
export interface ChangeBus {
  /** Tells everyone. Never throws for an outage: what cannot be told now is told later, or found by a check. */
  publish(change: ProjectChange): void
  /**
   * Answers a function that ends the subscription.
   *
   * @param onGap called when messages may have been missed: a connection has come, or come back
   */
  subscribe(listener: (change: ProjectChange) => void, onGap?: () => void): () => void
  /**
   * Over how many milliseconds those who are told of a gap spread what they ask the store for then; 0 when missing. For
   * a bus whose outages meet many instances in the same moment.
   */
  readonly gapSpreadMs?: number
  /** How the bus does, for reports; missing for one that cannot fail. */
  status?(): ChangeBusStatus
  close(): Promise<void>
}

/** How a bus is doing. */
export interface ChangeBusStatus {
  /** Whether changes of other instances are heard of now. */
  readonly connected: boolean
  /** How long the last message of this instance took until it came back here, in milliseconds; null before the first. */
  readonly lagMs: number | null
}

/** What a store is told when it is asked for its bus. */
export interface ChangeBusOptions {
  /** Told once about each outage of the bus. */
  readonly onError: (error: unknown) => void
}

/** A bus inside one process. */
export function inProcessChangeBus(): ChangeBus {
  // Bound: OUT-8 bus-listeners
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
