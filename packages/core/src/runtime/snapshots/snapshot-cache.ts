import type { ChangeBus, ChangeBusStatus, ProjectChange } from '../../data/change-bus.ts'
import type { Project } from '../../data/records/project.ts'
import { isSameVersion, type ProjectVersion } from '../../data/records/project-version.ts'
import type { Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { pause } from '../../foundation/time/pause.ts'
import { spreadInterval } from '../../foundation/time/spread-interval.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { ChangeFollower } from './change-follower.ts'
import { Confirmations } from './confirmations.ts'
import type { DefinitionsCache } from './definitions-cache.ts'
import type { KeptSnapshot } from './kept-definitions.ts'
import { loadSnapshot, type OwnChange, withOwnChange } from './load-snapshot.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'
import { type CacheCounts, SharedDefinitions } from './shared-definitions.ts'
import { type SnapshotListener, SnapshotListeners } from './snapshot-listeners.ts'
import { StaleListeners } from './stale-listeners.ts'
import { TokenIndex } from './token-index.ts'

export interface SnapshotCacheOptions {
  readonly store: Store
  readonly bus: ChangeBus
  /** Where instances store definitions for each other. */
  readonly definitionsCache?: DefinitionsCache | undefined
  readonly clock: Clock
  /** How often to ask the store whether a message was missed, in milliseconds. */
  readonly checkIntervalMs: number
  /** Receives the error of a failed refresh; the last snapshot is still used. */
  readonly onError: (error: unknown) => void
}

/** The number of loads since the start. */
export interface LoadCounts {
  readonly done: number
  /** Failed loads, after which the last snapshot, if any, is still used. */
  readonly failed: number
}

/** The contents of a cache, for reports. */
export interface SnapshotStatus {
  /** The version of each cached project, by project id. */
  readonly versions: ReadonlyMap<number, number>
  /** The number of cached flags of all projects. */
  readonly flags: number
  /**
   * Milliseconds since the store confirmed a snapshot as the newest, for the project where that is longest; null when
   * no project is cached. Changes of the system clock do not affect it.
   */
  readonly ageMs: number | null
  /** How often a project was loaded or updated from the store. */
  readonly loads: LoadCounts
  /** The status of the bus; undefined when it is inside this process. */
  readonly bus?: ChangeBusStatus | undefined
  /** The hits and misses of the shared cache; undefined when there is none. */
  readonly sharedDefinitions?: CacheCounts | undefined
}

/**
 * Caches a snapshot of each project's flags, which evaluates without waiting. A snapshot is loaded at the first request
 * and updated after announcements. It is compared with the store at intervals, so that a lost announcement only delays
 * an update.
 */
export class SnapshotCache {
  readonly #options: SnapshotCacheOptions
  // Bound: OUT-8 definitions
  readonly #current = new Map<number, ProjectSnapshot>()
  // Bound: OUT-8 definitions
  readonly #loading = new Map<number, Promise<ProjectSnapshot | undefined>>()
  readonly #listeners: SnapshotListeners
  readonly #shared: SharedDefinitions | undefined
  readonly #tokens: TokenIndex
  readonly #follower: ChangeFollower
  readonly #confirmations = new Confirmations()
  /** Records whether the store could be queried recently. */
  readonly staleListeners: StaleListeners
  readonly #unsubscribe: () => void
  readonly #closing = new AbortController()
  #endChecks: (() => void) | undefined
  #isCatchingUp = false
  #loadsDone = 0
  #loadsFailed = 0

  constructor(options: SnapshotCacheOptions) {
    // Background work that closing interrupts has lost nothing (SNAP-47).
    const onError = (error: unknown): void => {
      if (!this.#closing.signal.aborted) options.onError(error)
    }
    this.#options = { ...options, onError }
    const { store, bus, definitionsCache: cache, clock } = options
    const get = (projectId: number, minVersion?: number) => this.get(projectId, minVersion)
    this.#listeners = new SnapshotListeners(onError)
    this.staleListeners = new StaleListeners(onError)
    this.#shared =
      cache && new SharedDefinitions({ cache, clock, onError, ageMs: (projectId) => this.ageMs(projectId) })
    this.#tokens = new TokenIndex({ store, shared: this.#shared, get })
    this.#follower = new ChangeFollower(get, onError)
    this.#unsubscribe = bus.subscribe(
      (change) => this.#follow(change),
      () => void this.#catchUpWithAll(),
    )
  }

  /** Returns the newest cached snapshot, without waiting; undefined when the project was never requested. */
  peek(projectId: number): ProjectSnapshot | undefined {
    return this.#current.get(projectId)
  }

  /**
   * Returns the milliseconds since the store confirmed the cached snapshot of a project as the newest; null when none
   * is cached.
   */
  ageMs(projectId: number): number | null {
    return this.#confirmations.ageMs(projectId)
  }

  /** Returns a snapshot of the project of `minVersion` or newer; undefined when there is no such project. */
  async get(projectId: number, minVersion = 0): Promise<ProjectSnapshot | undefined> {
    const current = this.#current.get(projectId)
    if (current && current.version >= minVersion) return current
    this.#watch()
    return this.#refresh(projectId, minVersion)
  }

  /**
   * Returns the newest snapshot after looking for a version that a client claims to exist. Unlike {@link get}, it does
   * not fail when there is no such version.
   */
  async catchUp(projectId: number, claimedVersion: number): Promise<ProjectSnapshot | undefined> {
    let newest = await this.get(projectId)
    try {
      // A load that was already running may have started before the change.
      for (let attempt = 0; newest && newest.version < claimedVersion && attempt < 2; attempt++) {
        newest = await this.#loadOnce(projectId)
      }
    } catch (error) {
      this.#options.onError(error)
    }
    return newest
  }

  /** Calls `listener` with each newer snapshot of a cached project. Returns a function that ends the subscription. */
  subscribe(projectId: number, listener: SnapshotListener): () => void {
    return this.#listeners.add(projectId, listener)
  }

  /** Returns the newest snapshot of the project with this public token; undefined when no project has it. */
  ofToken(apiToken: string): Promise<ProjectSnapshot | undefined> {
    return this.#tokens.find(apiToken)
  }

  /**
   * Forgets which tokens were unknown. Callers that assign a token to a project call it, because that token exists now.
   */
  forgetUnknownTokens(): void {
    this.#tokens.forgetUnknown()
  }

  /**
   * Announces a change to all instances; resolves when this instance's own snapshot includes it. Callers that pass
   * `made` save a query of the store.
   */
  async announce(change: ProjectChange, made?: OwnChange): Promise<void> {
    // The change is committed: an unavailable bus or store must not turn it into a failure.
    try {
      if (made) this.#takeOwn(made)
      this.#options.bus.publish(change)
      if (this.#isAskedFor(change.projectId)) await this.get(change.projectId, change.version)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Compares every snapshot with the store, updates those that are behind, and drops those of deleted projects. */
  async check(): Promise<void> {
    const askedAt = this.#confirmations.now()
    const asked = [...this.#current.keys()]
    const versions = await this.#options.store.read((tx) => tx.projects.versions(asked))
    const outcomes = await Promise.allSettled(
      asked.map((projectId) => this.#compare(projectId, versions.get(projectId), askedAt)),
    )
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const failure of failures) this.#options.onError(failure)
    this.staleListeners.note(failures.length > 0)
  }

  status(): SnapshotStatus {
    const versions = new Map([...this.#current].map(([projectId, snapshot]) => [projectId, snapshot.version]))
    const flags = [...this.#current.values()].reduce((sum, { evaluation }) => sum + evaluation.keys.length, 0)
    return {
      versions,
      flags,
      ageMs: this.#confirmations.oldestMs,
      loads: { done: this.#loadsDone, failed: this.#loadsFailed },
      bus: this.#options.bus.status?.(),
      sharedDefinitions: this.#shared?.counts,
    }
  }

  /** Stops background work; the snapshots can still be evaluated. */
  close(): void {
    this.#unsubscribe()
    this.#closing.abort()
    this.#endChecks?.()
    this.#follower.close()
    this.staleListeners.close()
    this.#shared?.close()
  }

  /** Acts on the newest version of a project that the store returned to the query of `askedAt`. */
  async #compare(projectId: number, newest: ProjectVersion | undefined, askedAt: number): Promise<void> {
    const held = this.peek(projectId)
    if (!newest) await this.#remove(projectId)
    else if (held && isSameVersion(held, newest)) this.#confirmations.confirm(projectId, askedAt)
    else if (!held || held.version < newest.version) await this.get(projectId, newest.version)
    // The database was restored to an earlier state, or changed during the query; loading finds out which.
    else await this.#loadOnce(projectId)
  }

  /** Derives the newest snapshot from the cached one and the own change; where that is impossible, a load follows. */
  #takeOwn(made: OwnChange): void {
    try {
      const current = this.#current.get(made.state.project.id)
      const next = current && withOwnChange(current, made)
      if (next) this.#confirm(current, next)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Whether a change concerns this instance. A running load counts, because it may have started before the change. */
  #isAskedFor(projectId: number): boolean {
    return this.#current.has(projectId) || this.#loading.has(projectId)
  }

  #follow(change: ProjectChange): void {
    if (this.#isAskedFor(change.projectId)) this.#follower.follow(change)
  }

  /** Checks all projects after a gap. Messages may be missing, usually in all other instances as well (PROP-50). */
  async #catchUpWithAll(): Promise<void> {
    if (this.#isCatchingUp) return
    const { gapSpreadMs = 0 } = this.#options.bus
    this.#isCatchingUp = true
    if (gapSpreadMs > 0) await pause(Math.random() * gapSpreadMs, this.#closing.signal)
    this.#isCatchingUp = false
    if (this.#current.size > 0 && !this.#closing.signal.aborted) this.#checkInBackground()
  }

  #checkInBackground(): void {
    this.check().catch((error) => {
      this.#options.onError(error)
      this.staleListeners.note(true)
    })
  }

  /** Concurrent callers share one load; a caller that needs a newer version loads again. */
  async #refresh(projectId: number, minVersion: number): Promise<ProjectSnapshot | undefined> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const snapshot = await this.#loadOnce(projectId)
      if (!snapshot || snapshot.version >= minVersion) return snapshot
    }
    throw new StoreUnavailable(`project ${projectId} did not reach version ${minVersion}`)
  }

  #loadOnce(projectId: number): Promise<ProjectSnapshot | undefined> {
    const running = this.#loading.get(projectId)
    if (running) return running
    const load = this.#load(projectId).finally(() => this.#loading.delete(projectId))
    this.#loading.set(projectId, load)
    return load
  }

  async #load(projectId: number): Promise<ProjectSnapshot | undefined> {
    const current = this.#current.get(projectId)
    const kept = current ? undefined : await this.#shared?.find(projectId)
    try {
      const next = await this.#loadFrom(projectId, current ?? kept?.snapshot)
      this.#loadsDone++
      const newest = this.#current.get(projectId)
      // This instance has made a change since the load started, which the load may not include.
      if (next && newest && newest !== current && newest.version >= next.version) return newest
      if (next) this.#confirm(current, next)
      else await this.#remove(projectId)
      return next
    } catch (error) {
      this.#loadsFailed++
      this.staleListeners.note(true)
      const newest = kept ?? (await this.#shared?.find(projectId))
      const held = this.#current.get(projectId)
      const isNewer = newest && newest.snapshot.version > (held?.version ?? 0)
      // This instance has made a change since the load started, which definitions of other instances may not include.
      if (!isNewer && held === current) throw error
      this.#options.onError(error)
      return isNewer ? this.#adopt(newest) : held
    }
  }

  /** Returns the current snapshot from the store, derived from the known one if that belongs to its past. */
  async #loadFrom(projectId: number, known: ProjectSnapshot | undefined): Promise<ProjectSnapshot | undefined> {
    const loaded = await loadSnapshot(this.#options, projectId, known)
    if (!loaded) return undefined
    const { snapshot, isFollowing } = loaded
    if (snapshot.tag === null) this.#tagVersion(snapshot.project)
    // The stored definitions may belong to the same lost past as this snapshot, or to another database.
    if (known && !isFollowing) await this.#shared?.forget(projectId)
    return snapshot
  }

  /** Adds the missing tag in the background. Until that is done, each check loads this version again. */
  #tagVersion({ id, version }: Project): void {
    this.#options.store.write((tx) => tx.projects.tagVersion(id, version)).catch(this.#options.onError)
  }

  /** Caches the snapshot that the store returned as the newest. */
  #confirm(current: ProjectSnapshot | undefined, next: ProjectSnapshot): void {
    this.#confirmations.confirm(next.project.id)
    if (current === next) return
    this.#current.set(next.project.id, next)
    this.#tokens.learn(next.project)
    this.#shared?.keep(next)
    if (current) this.#listeners.tell(next)
  }

  /** Caches a snapshot that another instance stored as the newest, although the store did not confirm it. */
  #adopt({ snapshot, confirmedAtMs }: KeptSnapshot): ProjectSnapshot {
    this.#confirmations.confirmAgo(snapshot.project.id, this.#options.clock() - confirmedAtMs)
    this.#current.set(snapshot.project.id, snapshot)
    this.#shared?.keepInTime(snapshot)
    this.#listeners.tell(snapshot)
    return snapshot
  }

  async #remove(projectId: number): Promise<void> {
    this.#current.delete(projectId)
    this.#confirmations.forget(projectId)
    await this.#shared?.forget(projectId)
  }

  #watch(): void {
    this.#endChecks ??= spreadInterval(() => this.#checkInBackground(), this.#options.checkIntervalMs)
  }
}
