import { HOUR_MS } from '../../foundation/time/durations.ts'
import { letExit, pause } from '../../foundation/time/pause.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import type { DefinitionsCache } from './definitions-cache.ts'
import { decodeSnapshot, encodeSnapshot, type KeptSnapshot } from './kept-definitions.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'

export interface SharedDefinitionsOptions {
  readonly cache: DefinitionsCache
  readonly clock: Clock
  /** Returns the milliseconds since the store confirmed the cached snapshot of a project; null when none is cached. */
  readonly ageMs: (projectId: number) => number | null
  readonly onError: (error: unknown) => void
}

/** How many lookups in the shared cache were hits and misses, for reports. */
export interface CacheCounts {
  readonly hits: number
  readonly misses: number
}

/** The minimum pause between two writes of a project, however often it changes. */
const KEEP_INTERVAL_MS = 1000
/** The pause before a failed write is retried. */
const RETRY_INTERVAL_MS = 5000
/** How often all definitions are stored again, in case the cache lost them. */
const RENEW_INTERVAL_MS = HOUR_MS

/** This instance's use of a {@link DefinitionsCache}. It stores in the background: no request waits for it. */
export class SharedDefinitions {
  readonly #options: SharedDefinitionsOptions
  readonly #closing = new AbortController()
  // Bound: OUT-8 definitions
  readonly #snapshots = new Map<number, ProjectSnapshot>()
  // Bound: OUT-8 definitions
  readonly #unkept = new Set<number>()
  readonly #timer: ReturnType<typeof setInterval>
  #isKeeping = false
  #hits = 0
  #misses = 0

  constructor(options: SharedDefinitionsOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#renew(), RENEW_INTERVAL_MS)
    letExit(this.#timer)
  }

  get counts(): CacheCounts {
    return { hits: this.#hits, misses: this.#misses }
  }

  /** Returns the stored definitions of a project, if they are valid. */
  async find(projectId: number): Promise<KeptSnapshot | undefined> {
    const found = await this.#attempt(() => this.#findSound(projectId))
    if (found) this.#hits++
    else this.#misses++
    return found
  }

  async findProjectId(apiToken: string): Promise<number | undefined> {
    return this.#attempt(() => this.#options.cache.findProjectId(apiToken))
  }

  /** Stores a snapshot soon, unless a newer one replaces it first. */
  keep(snapshot: ProjectSnapshot): void {
    this.keepInTime(snapshot)
    this.#unkept.add(snapshot.project.id)
    void this.#keepAll()
  }

  /** Stores a snapshot with the next renewal, because the cache already has it. */
  keepInTime(snapshot: ProjectSnapshot): void {
    this.#snapshots.set(snapshot.project.id, snapshot)
  }

  async forget(projectId: number): Promise<void> {
    this.#snapshots.delete(projectId)
    await this.#attempt(() => this.#options.cache.forget(projectId))
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closing.abort()
  }

  async #findSound(projectId: number): Promise<KeptSnapshot | undefined> {
    const bytes = await this.#options.cache.find(projectId)
    if (!bytes) return undefined
    const found = await decodeSnapshot(bytes, this.#options.clock)
    if (found?.snapshot.project.id === projectId) return found
    // Damaged definitions would otherwise stay, because they have the version that other instances want to store.
    await this.#options.cache.forget(projectId)
    return undefined
  }

  /** Stores projects one after the other, in rounds, until all are stored. */
  async #keepAll(): Promise<void> {
    if (this.#isKeeping) return
    this.#isKeeping = true
    const { signal } = this.#closing
    while (this.#unkept.size > 0 && !signal.aborted) {
      const failed = await this.#keepRound([...this.#unkept])
      await pause(failed ? RETRY_INTERVAL_MS : KEEP_INTERVAL_MS, signal)
    }
    this.#isKeeping = false
  }

  /** Returns whether some projects could not be stored. */
  async #keepRound(projectIds: readonly number[]): Promise<boolean> {
    let failed = false
    for (const projectId of projectIds) {
      this.#unkept.delete(projectId)
      if (this.#closing.signal.aborted || (await this.#keepOne(projectId))) continue
      failed = true
      this.#unkept.add(projectId)
    }
    return failed
  }

  async #keepOne(projectId: number): Promise<boolean> {
    const snapshot = this.#snapshots.get(projectId)
    if (!snapshot) return true
    const { uuid, version, apiToken } = snapshot.project
    const confirmedAtMs = Math.round(this.#options.clock() - (this.#options.ageMs(projectId) ?? 0))
    const encode = () => encodeSnapshot({ snapshot, confirmedAtMs })
    const definitions = { projectId, uuid, version, apiToken, confirmedAtMs, encode }
    return (await this.#attempt(() => this.#options.cache.keep(definitions))) ?? false
  }

  #renew(): void {
    for (const projectId of this.#snapshots.keys()) this.#unkept.add(projectId)
    void this.#keepAll()
  }

  /** Calls the cache. It should not reject; if it does, the error is reported and no caller fails. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.#options.onError(error)
      return undefined
    }
  }
}
