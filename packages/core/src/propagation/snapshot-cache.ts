import { LRUCache } from 'lru-cache'
import type { Cohort } from '../cohorts/cohort.ts'
import type { Flag } from '../flags/flag.ts'
import { definitionOf, isPublished } from '../flags/flag-definition.ts'
import type { Project } from '../identity/project.ts'
import type { TaggedProject } from '../storage/project-table.ts'
import { isSameVersion, type ProjectVersion } from '../storage/project-version.ts'
import type { Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store-errors.ts'
import { letExit, pause } from '../time/pause.ts'
import type { Clock } from '../time/timestamp.ts'
import type { ChangeBus, ChangeBusStatus, ProjectChange } from './change-bus.ts'
import { Confirmations } from './confirmations.ts'
import type { DefinitionsCache } from './definitions-cache.ts'
import type { KeptSnapshot } from './kept-definitions.ts'
import { ProjectSnapshot, type ProjectState } from './project-snapshot.ts'
import { type CacheCounts, SharedDefinitions } from './shared-definitions.ts'
import { type SnapshotListener, SnapshotListeners } from './snapshot-listeners.ts'

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

interface LoadedChange extends ProjectState {
  /** What it follows from; undefined when it is everything there is. */
  readonly base: ProjectSnapshot | undefined
  readonly flags: readonly Flag[]
  readonly cohorts: readonly Cohort[]
}

const MAX_TOKENS = 10_000
/** However many messages come, a project is loaded at most twenty times a second for them. */
const FOLLOW_INTERVAL_MS = 50

/**
 * Keeps, per project, a picture of its flags that answers without waiting. It is loaded when somebody first asks,
 * follows announcements, and is compared with the store at intervals, so that a lost announcement only delays.
 */
export class SnapshotCache {
  readonly #options: SnapshotCacheOptions
  readonly #current = new Map<number, ProjectSnapshot>()
  readonly #projectIdOf = new LRUCache<string, number>({ max: MAX_TOKENS })
  readonly #loading = new Map<number, Promise<ProjectSnapshot | undefined>>()
  /** The newest version that was heard of, of each project that is being brought up to it. */
  readonly #following = new Map<number, number>()
  readonly #listeners: SnapshotListeners
  readonly #shared: SharedDefinitions | undefined
  readonly #confirmations = new Confirmations()
  readonly #closing = new AbortController()
  readonly #unsubscribe: () => void
  #timer: ReturnType<typeof setInterval> | undefined
  #loadsDone = 0
  #loadsFailed = 0

  constructor(options: SnapshotCacheOptions) {
    this.#options = options
    const { bus, definitionsCache: cache, clock, onError } = options
    this.#listeners = new SnapshotListeners(onError)
    this.#shared =
      cache && new SharedDefinitions({ cache, clock, onError, ageMs: (projectId) => this.ageMs(projectId) })
    this.#unsubscribe = bus.subscribe(
      (change) => this.#follow(change),
      () => this.#catchUpWithAll(),
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
  async ofToken(apiToken: string): Promise<ProjectSnapshot | undefined> {
    const projectId = this.#projectIdOf.get(apiToken) ?? (await this.#shared?.findProjectId(apiToken))
    const known = projectId === undefined ? undefined : await this.get(projectId)
    if (known?.project.apiToken === apiToken) {
      this.#projectIdOf.set(apiToken, known.project.id)
      return known
    }
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
    for (const outcome of outcomes) if (outcome.status === 'rejected') this.#options.onError(outcome.reason)
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
    clearInterval(this.#timer)
    this.#closing.abort()
    this.#shared?.close()
  }

  /** A load that runs may have begun before the change that somebody tells of. */
  #isAskedFor(projectId: number): boolean {
    return this.#current.has(projectId) || this.#loading.has(projectId)
  }

  #follow({ projectId, version }: ProjectChange): void {
    if (!this.#isAskedFor(projectId)) return
    const heard = this.#following.get(projectId)
    this.#following.set(projectId, Math.max(version, heard ?? 0))
    if (heard === undefined) void this.#followUp(projectId)
  }

  /** Gets the first version that is heard of at once, and those that follow within a moment as one. */
  async #followUp(projectId: number): Promise<void> {
    const { signal } = this.#closing
    for (let done = 0; !signal.aborted; await pause(FOLLOW_INTERVAL_MS, signal)) {
      const newest = this.#following.get(projectId) ?? 0
      if (newest <= done) break
      await this.get(projectId, newest).catch(this.#options.onError)
      done = newest
    }
    this.#following.delete(projectId)
  }

  /** Messages may have been missed. */
  #catchUpWithAll(): void {
    if (this.#current.size > 0) this.check().catch(this.#options.onError)
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
      if (next) this.#confirm(current, next)
      else await this.#remove(projectId)
      this.#loadsDone++
      return next
    } catch (error) {
      this.#loadsFailed++
      const newest = kept ?? (await this.#shared?.find(projectId))
      if (!newest || newest.snapshot.version <= (current?.version ?? 0)) throw error
      this.#options.onError(error)
      return this.#adopt(newest)
    }
  }

  /** The picture that the store gives now, made of an older one and what changed since if that is of its past. */
  async #loadFrom(projectId: number, known: ProjectSnapshot | undefined): Promise<ProjectSnapshot | undefined> {
    const found = await this.#changedSince(projectId, known)
    if (!found) return undefined
    const { base, project, tag } = found
    if (tag === null) this.#tagVersion(project)
    if (base) return base.version === project.version ? base : following(base, found)
    // What is kept may be of the same past that this one has lost, or of another database.
    if (known) await this.#shared?.forget(projectId)
    return this.#first(found)
  }

  #changedSince(projectId: number, known: ProjectSnapshot | undefined): Promise<LoadedChange | undefined> {
    return this.#options.store.read(async (tx) => {
      const found = await tx.projects.findTagged(projectId, known?.version ?? 0)
      if (!found) return undefined
      const base = known && isInPast(known, found) ? known : undefined
      const since = base?.version ?? 0
      const flags = await tx.flags.changedSince(projectId, since)
      const cohorts = await tx.cohorts.changedSince(projectId, since)
      return { project: found.project, tag: found.tag, base, flags, cohorts }
    })
  }

  /** Nobody waits for it: until it is done, the picture of this version is loaded anew at each check. */
  #tagVersion({ id, version }: Project): void {
    this.#options.store.write((tx) => tx.projects.tagVersion(id, version)).catch(this.#options.onError)
  }

  #first({ project, tag, flags, cohorts }: LoadedChange): ProjectSnapshot {
    const definitions = flags.filter(isPublished).map(definitionOf)
    return ProjectSnapshot.of({ project, tag }, definitions, cohorts, this.#options.clock)
  }

  /** Takes what the store gave as the newest picture. */
  #confirm(current: ProjectSnapshot | undefined, next: ProjectSnapshot): void {
    this.#confirmations.confirm(next.project.id)
    if (current === next) return
    this.#current.set(next.project.id, next)
    this.#shared?.keep(next)
    if (current) this.#listeners.tell(next)
  }

  /** Takes what another instance has kept as the newest picture, though the store does not confirm it. */
  #adopt({ snapshot, confirmedAtMs }: KeptSnapshot): ProjectSnapshot {
    this.#confirmations.confirmAgo(snapshot.project.id, this.#options.clock() - confirmedAtMs)
    this.#current.set(snapshot.project.id, snapshot)
    this.#shared?.hold(snapshot)
    this.#listeners.tell(snapshot)
    return snapshot
  }

  async #remove(projectId: number): Promise<void> {
    this.#current.delete(projectId)
    this.#confirmations.forget(projectId)
    await this.#shared?.forget(projectId)
  }

  #watch(): void {
    if (this.#timer) return
    this.#timer = setInterval(() => void this.check().catch(this.#options.onError), this.#options.checkIntervalMs)
    letExit(this.#timer)
  }
}

/** Whether the store has, or had, the state that a picture is of: what changed since then is all that differs. */
function isInPast({ project: { uuid, version }, tag }: ProjectSnapshot, { project, sinceTag }: TaggedProject): boolean {
  return uuid === project.uuid && version <= project.version && tag !== null && tag === sinceTag
}

function following(base: ProjectSnapshot, { project, tag, flags, cohorts }: LoadedChange): ProjectSnapshot {
  const removedFlagIds = flags.filter((flag) => !isPublished(flag)).map((flag) => flag.id)
  return base.with({ project, tag }, { flags: flags.filter(isPublished).map(definitionOf), removedFlagIds, cohorts })
}
