/** Announces that a project's flags changed; `version` is the project's version after the change. */
export interface ProjectChange {
  readonly projectId: number
  readonly version: number
}

/** Announces changes to instances that cache snapshots. A lost message only delays them. */
export interface ChangeBus {
  /**
   * Notifies all subscribers. Never throws because of an outage: an undelivered message is sent later, or a poll finds
   * the change.
   */
  publish(change: ProjectChange): void
  /**
   * Subscribes to changes, and returns a function that unsubscribes.
   *
   * @param onGap called when messages may have been lost: a connection was opened, or opened again
   */
  subscribe(listener: (change: ProjectChange) => void, onGap?: () => void): () => void
  /**
   * The period over which subscribers spread their store queries after a gap, in milliseconds; 0 by default. For a bus
   * whose outages affect many instances at the same moment.
   */
  readonly gapSpreadMs?: number
  /** Returns the state of the bus for reports; missing for a bus that cannot fail. */
  status?(): ChangeBusStatus
  close(): Promise<void>
}

/** The state of a bus. */
export interface ChangeBusStatus {
  /** Whether it currently receives changes of other instances. */
  readonly connected: boolean
  /** The time until the last message of this instance came back to it, in milliseconds; null before the first. */
  readonly lagMs: number | null
}

/** The options of a store's bus. */
export interface ChangeBusOptions {
  /** Receives one error per outage of the bus. */
  readonly onError: (error: unknown) => void
}

/** Returns a bus inside one process. */
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
