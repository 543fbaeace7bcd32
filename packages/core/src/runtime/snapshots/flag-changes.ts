import { letExit } from '../../foundation/time/pause.ts'
import { changedAnswers } from './changed-answers.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import type { SnapshotCache } from './snapshot-cache.ts'
import { tellListener } from './tell-listener.ts'

/** Receives the sorted keys of flags whose result may have changed. */
export type FlagChangeListener = (keys: readonly string[]) => void

/** How long changes are collected: during a burst, listeners are notified at most fifty times a second. */
const GATHER_MS = 20

interface Watch {
  readonly listeners: Set<FlagChangeListener>
  /** Stops watching, and drops notifications that are pending. */
  readonly end: () => void
}

/**
 * Notifies listeners of the flags of a project whose result may have changed, by comparing the last reported snapshot
 * with the newest, once for all listeners. Projects without listeners cost no memory and no comparison (EMBED-15).
 */
export class FlagChanges {
  readonly #snapshots: Pick<SnapshotCache, 'peek' | 'subscribe'>
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 flag-listeners
  readonly #watches = new Map<number, Watch>()

  /** @param onError receives the error of a listener that failed; other listeners are still notified */
  constructor(snapshots: Pick<SnapshotCache, 'peek' | 'subscribe'>, onError: (error: unknown) => void) {
    this.#snapshots = snapshots
    this.#onError = onError
  }

  /**
   * Adds a listener and returns a function that removes it. After that the listener is not called, not even for earlier
   * changes.
   */
  listen(projectId: number, listener: FlagChangeListener): () => void {
    const watch = this.#watches.get(projectId) ?? this.#watch(projectId)
    // A function that is added twice is called twice.
    const own: FlagChangeListener = (keys) => listener(keys)
    watch.listeners.add(own)
    return () => {
      watch.listeners.delete(own)
      if (watch.listeners.size > 0 || this.#watches.get(projectId) !== watch) return
      watch.end()
      this.#watches.delete(projectId)
    }
  }

  close(): void {
    for (const { end } of this.#watches.values()) end()
    this.#watches.clear()
  }

  #watch(projectId: number): Watch {
    const listeners = new Set<FlagChangeListener>()
    let told = this.#snapshots.peek(projectId)
    let newest: ProjectSnapshot | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const keys = told && newest ? changedAnswers(told, newest) : []
      told = newest
      if (keys.length > 0) this.#tell(listeners, keys)
    }
    const unsubscribe = this.#snapshots.subscribe(projectId, (snapshot) => {
      newest = snapshot
      if (timer !== undefined) return
      timer = setTimeout(tell, GATHER_MS)
      letExit(timer)
    })
    const end = () => {
      unsubscribe()
      clearTimeout(timer)
    }
    const watch = { listeners, end }
    this.#watches.set(projectId, watch)
    return watch
  }

  #tell(listeners: ReadonlySet<FlagChangeListener>, keys: readonly string[]): void {
    for (const listener of [...listeners]) {
      // One listener may have removed another.
      if (listeners.has(listener)) tellListener(listener, keys).catch(this.#onError)
    }
  }
}
