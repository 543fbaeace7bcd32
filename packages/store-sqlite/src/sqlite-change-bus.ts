import { type ChangeBus, type ChangeBusOptions, inProcessChangeBus } from '@flagdeck/core/store'
import type Database from 'better-sqlite3'
import { openReader } from './open-database.ts'
import { storeErrorFrom } from './sqlite-errors.ts'

/** Half of the second within which a change must be visible; the rest is for loading it. */
const LOOK_INTERVAL_MS = 500

/**
 * Returns a bus that delivers the changes of this process, and detects writes of other processes to the file. SQLite
 * counts the commits of other connections, and reading that number costs next to nothing. That number includes the
 * commits of this process, and does not show what was written. Listeners are therefore only notified that they may have
 * missed a change.
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

/** Polls a file on a separate connection while there are listeners. */
class FileWatch {
  readonly #path: string
  readonly #onError: (error: unknown) => void
  // Bound: OUT-8 bus-listeners
  readonly #listeners = new Set<{ readonly onGap: (() => void) | undefined }>()
  #database: Database.Database | undefined
  #timer: ReturnType<typeof setInterval> | undefined
  /** Undefined if the number could not be read: any number of commits may have followed. */
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

  /** Returns a number that changes when another connection commits; undefined if it cannot be read. */
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

  /** Closes the connection. The numbers of two connections cannot be compared. */
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
