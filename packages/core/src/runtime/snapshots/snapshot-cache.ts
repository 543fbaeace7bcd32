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
  /** Where instances keep definitions for each other. */
  readonly definitionsCache?: DefinitionsCache | undefined
  readonly clock: Clock
  /** How often to ask the store whether a message was missed, in milliseconds. */
  readonly checkIntervalMs: number
  /** Told about a refresh that failed; the last snapshot goes on answering. */
  readonly onError: (error: unknown) => void
}

/** Loads since the start. */
export interface LoadCounts {
  readonly done: number
  /** The last snapshot went on answering, if there was one. */
  readonly failed: number
}

/** What a cache holds, for reports. */
export interface SnapshotStatus {
  /** The version of each project that is held, by project id. */
  readonly versions: ReadonlyMap<number, number>
  /** Flags that are held, of all projects. */
  readonly flags: number
  /**
   * Milliseconds since the store confirmed that these are the newest, of the project for which that is longest; null
   * when nothing is held. Setting the clock does not change it.
   */
  readonly ageMs: number | null
  /** How often a project was loaded from the store, or brought up to date by it. */
  readonly loads: LoadCounts
  /** How the bus does; undefined when it is inside this process. */
  readonly bus?: ChangeBusStatus | undefined
  /** What the shared cache was good for; undefined when there is none. */
  readonly sharedDefinitions?: CacheCounts | undefined
}

/**
 * Keeps, per project, a picture of its flags that answers without waiting. It is loaded when somebody first asks,
 * follows announcements, and is compared with the store at intervals, so that a lost announcement only delays.
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
  /** Whether the store could be asked lately. */
  readonly staleListeners: StaleListeners
  readonly #unsubscribe: () => void
  readonly #closing = new AbortController()
  #endChecks: (() => void) | undefined
  #isCatchingUp = false
  #loadsDone = 0
  #loadsFailed = 0

  constructor(options: SnapshotCacheOptions) {
    // Background work that the end cuts off has lost nothing (SNAP-47).
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

  /** The newest picture that is at hand, without waiting; undefined when the project was never asked for. */
  peek(projectId: number): ProjectSnapshot | undefined {
    return this.#current.get(projectId)
  }

  /** Milliseconds since the store confirmed that this picture of a project is the newest; null when there is none. */
  ageMs(projectId: number): number | null {
    return this.#confirmations.ageMs(projectId)
  }

  /** A picture of the project of `minVersion` or newer; undefined when there is no such project. */
  async get(projectId: number, minVersion = 0): Promise<ProjectSnapshot | undefined> {
    const current = this.#current.get(projectId)
    if (current && current.version >= minVersion) return current
    this.#watch()
    return this.#refresh(projectId, minVersion)
  }

  /**
   * {@link get} for a version that somebody claims there is: looks for it, and answers the newest picture whether it
   * was found or not.
   */
  async catchUp(projectId: number, claimedVersion: number): Promise<ProjectSnapshot | undefined> {
    let newest = await this.get(projectId)
    try {
      // A load that was running already may have begun before the change.
      for (let attempt = 0; newest && newest.version < claimedVersion && attempt < 2; attempt++) {
        newest = await this.#loadOnce(projectId)
      }
    } catch (error) {
      this.#options.onError(error)
    }
    return newest
  }

  /** Calls `listener` with each newer picture of a project that is held. Answers what ends that. */
  subscribe(projectId: number, listener: SnapshotListener): () => void {
    return this.#listeners.add(projectId, listener)
  }

  /** The newest picture of the project that a public token names; undefined when it names none. */
  ofToken(apiToken: string): Promise<ProjectSnapshot | undefined> {
    return this.#tokens.find(apiToken)
  }

  /** A project may have a token now that nobody had: for who has given it one. */
  forgetUnknownTokens(): void {
    this.#tokens.forgetUnknown()
  }

  /**
   * Tells everyone about a change; resolves when this instance's own picture has it. Who says what was `made` saves the
   * store from being asked.
   */
  async announce(change: ProjectChange, made?: OwnChange): Promise<void> {
    // The change is committed: a bus or a store that is lost right now must not turn it into a failure.
    try {
      if (made) this.#takeOwn(made)
      this.#options.bus.publish(change)
      if (this.#isAskedFor(change.projectId)) await this.get(change.projectId, change.version)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Compares every picture with the store, catches up where it is behind, and lets go of what there is no more. */
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

  /** Ends what runs in the background; the pictures stay, for whoever still asks them. */
  close(): void {
    this.#unsubscribe()
    this.#closing.abort()
    this.#endChecks?.()
    this.#follower.close()
    this.staleListeners.close()
    this.#shared?.close()
  }

  /** Acts on what the store said, at `askedAt`, is the newest version of a project. */
  async #compare(projectId: number, newest: ProjectVersion | undefined, askedAt: number): Promise<void> {
    const held = this.peek(projectId)
    if (!newest) await this.#remove(projectId)
    else if (held && isSameVersion(held, newest)) this.#confirmations.confirm(projectId, askedAt)
    else if (!held || held.version < newest.version) await this.get(projectId, newest.version)
    // The database was set back, or a change came while we asked; loading finds out.
    else await this.#loadOnce(projectId)
  }

  /** Makes the newest picture of what a change has made of the one that is held; where it cannot, a load does. */
  #takeOwn(made: OwnChange): void {
    try {
      const current = this.#current.get(made.state.project.id)
      const next = current && withOwnChange(current, made)
      if (next) this.#confirm(current, next)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** A load that runs may have begun before the change that somebody tells of. */
  #isAskedFor(projectId: number): boolean {
    return this.#current.has(projectId) || this.#loading.has(projectId)
  }

  #follow(change: ProjectChange): void {
    if (this.#isAskedFor(change.projectId)) this.#follower.follow(change)
  }

  /** Messages may have been missed: by this instance, and as a rule by all others as well (PROP-50). */
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

  /** Concurrent askers share one load; who needs more than it brought asks again. */
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
      // Meanwhile somebody here has made a change, which the load may not have seen.
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
      // Meanwhile somebody here has made a change: what the others keep may not have it.
      if (!isNewer && held === current) throw error
      this.#options.onError(error)
      return isNewer ? this.#adopt(newest) : held
    }
  }

  /** The picture that the store gives now, made of a known one if that is of its past. */
  async #loadFrom(projectId: number, known: ProjectSnapshot | undefined): Promise<ProjectSnapshot | undefined> {
    const loaded = await loadSnapshot(this.#options, projectId, known)
    if (!loaded) return undefined
    const { snapshot, isFollowing } = loaded
    if (snapshot.tag === null) this.#tagVersion(snapshot.project)
    // What is kept may be of the same past that this one has lost, or of another database.
    if (known && !isFollowing) await this.#shared?.forget(projectId)
    return snapshot
  }

  /** Nobody waits for it: until it is done, the picture of this version is loaded anew at each check. */
  #tagVersion({ id, version }: Project): void {
    this.#options.store.write((tx) => tx.projects.tagVersion(id, version)).catch(this.#options.onError)
  }

  /** Takes what the store gave as the newest picture. */
  #confirm(current: ProjectSnapshot | undefined, next: ProjectSnapshot): void {
    this.#confirmations.confirm(next.project.id)
    if (current === next) return
    this.#current.set(next.project.id, next)
    this.#tokens.learn(next.project)
    this.#shared?.keep(next)
    if (current) this.#listeners.tell(next)
  }

  /** Takes what another instance has kept as the newest picture, though the store does not confirm it. */
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
