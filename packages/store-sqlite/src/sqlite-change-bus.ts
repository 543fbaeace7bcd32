import { type ChangeBus, type ChangeBusOptions, inProcessChangeBus } from '@flagdeck/core/store'
import type Database from 'better-sqlite3'
import { openReader } from './open-database.ts'
import { storeErrorFrom } from './sqlite-errors.ts'

/** Half of the second within which a change has to be seen; the rest is for loading it. */
const LOOK_INTERVAL_MS = 500

/**
 * Carries changes inside this process, and notices when somebody else has written to the file: SQLite counts the
 * commits of other connections, which costs next to nothing to ask. It does not tell what was written, nor the commits
 * of this process from those of others, so listeners are told that they may have missed something.
 */
export function sqliteChangeBus(path: string, { onError }: ChangeBusOptions): ChangeBus {
  const inProcess = inProcessChangeBus()
  const watch = new FileWatch(path, onError)
  return {
    publish: (change) => inProcess.publish(change),
    subscribe(listener, onGap) {
      const unsubscribe = inProcess.subscribe(listener)
      const unwatch = watch.add(onGap)
      return () => {
        unsubscribe()
        unwatch()
      }
    },
    status: () => ({ connected: watch.isLooking, lagMs: null }),
    async close() {
      watch.close()
      await inProcess.close()
    },
  }
}

/** Looks at a file, on a connection of its own, as long as there is somebody to tell. */
class FileWatch {
  readonly #path: string
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 bus-listeners
  readonly #listeners = new Set<{ readonly onGap: (() => void) | undefined }>()
  #database: Database.Database | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  /** Undefined when it could not be asked: there may have been any number of commits since. */
  #seen: unknown
  #isInTrouble = false

  constructor(path: string, onError: (error: unknown) => void) {
    this.#path = path
    this.#onError = onError
  }

  get isLooking(): boolean {
    return this.#database !== undefined
  }

  add(onGap: (() => void) | undefined): () => void {
    const listener = { onGap }
    if (this.#listeners.size === 0) this.#begin()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    this.#listeners.clear()
    clearInterval(this.#timer)
    this.#letGo()
  }

  #begin(): void {
    this.#seen = this.#ask()
    this.#timer = setInterval(() => this.#look(), LOOK_INTERVAL_MS).unref()
  }

  #look(): void {
    const version = this.#ask()
    if (version === undefined || version === this.#seen) return
    this.#seen = version
    for (const { onGap } of this.#listeners) this.#tell(onGap)
  }

  /** A number that is another one when another connection has committed; undefined when it cannot be asked. */
  #ask(): unknown {
    try {
      this.#database ??= openReader(this.#path)
      const version = this.#database.pragma('data_version', { simple: true })
      this.#isInTrouble = false
      return version
    } catch (error) {
      this.#letGo()
      if (!this.#isInTrouble) this.#onError(storeErrorFrom(error, this.#path))
      this.#isInTrouble = true
      return undefined
    }
  }

  /** The numbers of two connections have nothing to do with each other. */
  #letGo(): void {
    this.#database?.close()
    this.#database = undefined
    this.#seen = undefined
  }

  #tell(onGap: (() => void) | undefined): void {
    try {
      onGap?.()
    } catch (error) {
      this.#onError(error)
    }
  }
}
