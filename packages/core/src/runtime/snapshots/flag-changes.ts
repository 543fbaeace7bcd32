import { letExit } from '../../foundation/time/pause.ts'
import { changedAnswers } from './changed-answers.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import type { SnapshotCache } from './snapshot-cache.ts'
import { tellListener } from './tell-listener.ts'

/** Hears the keys of flags that may answer otherwise than before, sorted. */
export type FlagChangeListener = (keys: readonly string[]) => void

/** So long changes are gathered: of a burst nobody hears more than fifty times a second. */
const GATHER_MS = 20

interface Watch {
  readonly listeners: Set<FlagChangeListener>
  /** Ends the watch, and what is about to be told. */
  readonly end: () => void
}

/**
 * Tells which flags of a project may answer otherwise, by comparing the picture that was told of last with the newest,
 * once for all who listen. Where nobody does, nothing is kept and nothing compared (EMBED-15).
 */
export class FlagChanges {
  readonly #snapshots: Pick<SnapshotCache, 'peek' | 'subscribe'>
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 flag-listeners
  readonly #watches = new Map<number, Watch>()

  /** @param onError told about a listener that failed; it harms no other */
  constructor(snapshots: Pick<SnapshotCache, 'peek' | 'subscribe'>, onError: (error: unknown) => void) {
    this.#snapshots = snapshots
    this.#onError = onError
  }

  /** Answers what ends it; nothing is told from then on, not even what has happened already. */
  listen(projectId: number, listener: FlagChangeListener): () => void {
    const watch = this.#watches.get(projectId) ?? this.#watch(projectId)
    // Who listens twice with one function hears twice.
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
      // One may have ended another.
      if (listeners.has(listener)) tellListener(listener, keys).catch(this.#onError)
    }
  }
}
