import { LRUCache } from 'lru-cache'
import type { Cohort } from '../cohorts/cohort.ts'
import type { Flag } from '../flags/flag.ts'
import { definitionOf, isPublished } from '../flags/flag-definition.ts'
import type { Project } from '../identity/project.ts'
import type { Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store-errors.ts'
import type { Clock } from '../time/timestamp.ts'
import type { ChangeBus, ProjectChange } from './change-bus.ts'
import { ProjectSnapshot } from './project-snapshot.ts'

export interface SnapshotCacheOptions {
  readonly store: Store
  readonly bus: ChangeBus
  readonly clock: Clock
  /** How often to ask the store whether a message was missed, in milliseconds. */
  readonly checkIntervalMs: number
  /** Told about a refresh that failed; the last snapshot goes on answering. */
  readonly onError: (error: unknown) => void
}

/** What a cache holds, for reports. */
export interface SnapshotStatus {
  /** The version of each project that is held, by project id. */
  readonly versions: ReadonlyMap<number, number>
  /** When the store last confirmed that these are the newest, by the clock; null when nothing is held. */
  readonly confirmedAtMs: number | null
}

/** Told of a newer picture of a project. */
export type SnapshotListener = (snapshot: ProjectSnapshot) => void

interface LoadedChange {
  readonly project: Project
  readonly flags: readonly Flag[]
  readonly cohorts: readonly Cohort[]
}

const MAX_TOKENS = 10_000

/**
 * Keeps, per project, a picture of its flags that answers without waiting. It is loaded when somebody first asks,
 * follows announcements, and is compared with the store at intervals, so that a lost announcement only delays.
 */
export class SnapshotCache {
  readonly #options: SnapshotCacheOptions
  readonly #current = new Map<number, ProjectSnapshot>()
  readonly #projectIdOf = new LRUCache<string, number>({ max: MAX_TOKENS })
  readonly #loading = new Map<number, Promise<ProjectSnapshot | undefined>>()
  readonly #listeners = new Map<number, Set<SnapshotListener>>()
  readonly #unsubscribe: () => void
  #timer: ReturnType<typeof setInterval> | undefined
  #confirmedAtMs: number | null = null

  constructor(options: SnapshotCacheOptions) {
    this.#options = options
    this.#unsubscribe = options.bus.subscribe((change) => this.#follow(change))
  }

  /** The newest picture that is at hand, without waiting; undefined when the project was never asked for. */
  peek(projectId: number): ProjectSnapshot | undefined {
    return this.#current.get(projectId)
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
    const listeners = this.#listeners.get(projectId) ?? new Set()
    this.#listeners.set(projectId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(projectId) === listeners) this.#listeners.delete(projectId)
    }
  }

  /** The newest picture of the project that a public token names; undefined when it names none. */
  async ofToken(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const projectId = this.#projectIdOf.get(apiToken)
    const known = projectId === undefined ? undefined : await this.get(projectId)
    if (known?.project.apiToken === apiToken) return known
    const project = await this.#options.store.read((tx) => tx.projects.findByApiToken(apiToken))
    if (!project) return undefined
    this.#projectIdOf.set(apiToken, project.id)
    return this.get(project.id, project.version)
  }

  /** Tells everyone about a change; resolves when this instance's own picture has it. */
  async announce(change: ProjectChange): Promise<void> {
    // The change is committed: a bus or a store that is lost right now must not turn it into a failure.
    try {
      this.#options.bus.publish(change)
      if (this.#current.has(change.projectId)) await this.get(change.projectId, change.version)
    } catch (error) {
      this.#options.onError(error)
    }
  }

  /** Compares every picture with the store and catches up where it is behind. */
  async check(): Promise<void> {
    const askedAtMs = this.#options.clock()
    const versions = await this.#options.store.read((tx) => tx.projects.versions([...this.#current.keys()]))
    const behind = [...versions].filter(([projectId, version]) => (this.peek(projectId)?.version ?? 0) < version)
    await Promise.all(behind.map(([projectId, version]) => this.get(projectId, version)))
    this.#confirmedAtMs = askedAtMs
  }

  status(): SnapshotStatus {
    const versions = new Map([...this.#current].map(([projectId, snapshot]) => [projectId, snapshot.version]))
    return { versions, confirmedAtMs: versions.size === 0 ? null : this.#confirmedAtMs }
  }

  /** Ends what runs in the background; the pictures stay, for whoever still asks them. */
  close(): void {
    this.#unsubscribe()
    clearInterval(this.#timer)
  }

  #follow({ projectId, version }: ProjectChange): void {
    if (!this.#current.has(projectId)) return
    this.get(projectId, version).catch(this.#options.onError)
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
    const found = await this.#options.store.read(async (tx) => {
      const project = await tx.projects.find(projectId)
      if (!project) return undefined
      const since = current?.version ?? 0
      const flags = await tx.flags.changedSince(projectId, since)
      return { project, flags, cohorts: await tx.cohorts.changedSince(projectId, since) }
    })
    if (!found) {
      this.#current.delete(projectId)
      return undefined
    }
    const next = this.#next(current, found)
    this.#confirmedAtMs ??= this.#options.clock()
    this.#current.set(projectId, next)
    if (current && current.version < next.version) this.#tell(next)
    return next
  }

  #tell(snapshot: ProjectSnapshot): void {
    for (const listener of this.#listeners.get(snapshot.project.id) ?? []) {
      try {
        listener(snapshot)
      } catch (error) {
        this.#options.onError(error)
      }
    }
  }

  #next(current: ProjectSnapshot | undefined, { project, flags: changed, cohorts }: LoadedChange): ProjectSnapshot {
    const flags = changed.filter(isPublished).map(definitionOf)
    const removedFlagIds = changed.filter((flag) => !isPublished(flag)).map((flag) => flag.id)
    return current
      ? current.with(project, { flags, removedFlagIds, cohorts })
      : ProjectSnapshot.of(project, flags, cohorts, this.#options.clock)
  }

  #watch(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => void this.check().catch(this.#options.onError), this.#options.checkIntervalMs)
    // In Node, a timer must not keep an application alive; elsewhere there is nothing to call.
    ;(this.#timer as { unref?: () => void }).unref?.()
  }
}
