import type { UserHash } from '../user-hash.ts'
import type { UserSource } from '../user-set.ts'
import { LISTED_USER_BYTES, type PendingUsers } from './pending-users.ts'
import { type CellKey, groupsIn, type UsageCell, UsageCells } from './usage-cells.ts'

/** Calls that are ready to be counted: their time and names are known. */
export interface CountedCalls extends CellKey {
  readonly projectId: number
  /** The project's time zone. */
  readonly zone: string
  readonly flagKey: string
  readonly count: number
  readonly errors: number
  /** Milliseconds since 1970, and the first moment of the bucket. */
  readonly atMs: number
  readonly bucketMs: number
  /** The event that reported them; null when there is none. */
  readonly eventId: string | null
}

/** Calls of a flag that does not exist. */
export interface UnknownCalls {
  readonly projectId: number
  readonly flagKey: string
  readonly count: number
  readonly sdk: string
  readonly atMs: number
}

/** The counts of an event, which are subtracted again if another instance had counted the event. */
export interface Contribution {
  readonly cell: UsageCell
  readonly count: number
  readonly errors: number
}

export interface PendingFlag {
  /** By the first moment of their bucket. */
  readonly buckets: Map<number, UsageCells>
  firstSeenMs: number
  lastSeenMs: number
  lastVariant: string
  lastSdk: string
}

export interface PendingUnknown {
  count: number
  firstSeenMs: number
  lastSeenMs: number
  lastSdk: string
}

export interface PendingProject {
  readonly zone: string
  readonly flags: Map<string, PendingFlag>
  readonly unknown: Map<string, PendingUnknown>
  readonly events: Map<string, Contribution>
  calls: number
}

/** The cost of storing and writing other parts, where an event costs 1. */
const CELL_SIZE = 2
const USER_SIZE = 1 / 16

/** The approximate bytes of memory of each, without names, which take two bytes for each character. */
const CELL_BYTES = 512
const EVENT_BYTES = 192
const NAME_BYTES = 256

/** The sums of calls between two flushes. */
export class UsageBatch {
  /** A UUID, by which a batch is written only once, even if the confirmation of its write was lost. */
  readonly id: string
  readonly projects: Map<number, PendingProject>
  /** The cost of storing and writing the batch, where an event costs 1. */
  size = 0
  /** The approximate bytes of memory. */
  bytes = 0
  /** The memory that contains its users. */
  // Bound: is as large as the batch itself
  readonly #kept = new Set<UserSource['keptIn']>()

  constructor(id: string, projects = new Map<number, PendingProject>()) {
    this.id = id
    this.projects = projects
  }

  /** Counts calls, and returns their cell, to which callers can add users. */
  add(calls: CountedCalls): UsageCell {
    const project = this.#project(calls.projectId, calls.zone)
    const cell = this.#cells(project, calls).at(calls)
    if (cell.count === 0) this.#grow(CELL_SIZE, CELL_BYTES + 2 * (calls.variant.length + calls.sdk.length))
    cell.count += calls.count
    cell.errors += calls.errors
    project.calls += calls.count
    if (calls.eventId !== null) {
      project.events.set(calls.eventId, { cell, count: calls.count, errors: calls.errors })
      this.#grow(1, EVENT_BYTES + 2 * calls.eventId.length)
    }
    return cell
  }

  addUser({ users }: UsageCell, user: UserHash): void {
    this.#addTo(users, user)
  }

  /** Adds a group of a type, which is counted like a user. */
  addGroup(cell: UsageCell, groupTypeIndex: number, group: UserHash): void {
    this.#addTo(groupsIn(cell, groupTypeIndex), group)
  }

  /** Adds users, whose number must not change any more. */
  addUsers({ users }: UsageCell, added: UserSource): void {
    this.#addAllTo(users, added)
  }

  /** Adds groups of a type, whose number must not change any more. */
  addGroups(cell: UsageCell, groupTypeIndex: number, added: UserSource): void {
    this.#addAllTo(groupsIn(cell, groupTypeIndex), added)
  }

  /** Whether the batch already has users in this memory. */
  keeps(keptIn: UserSource['keptIn'] | undefined): boolean {
    return keptIn !== undefined && this.#kept.has(keptIn)
  }

  addUnknown({ projectId, flagKey, count, sdk, atMs }: UnknownCalls, zone: string, maxFlags: number): void {
    const project = this.#project(projectId, zone)
    const { unknown } = project
    const flag = unknown.get(flagKey) ?? { count: 0, firstSeenMs: atMs, lastSeenMs: atMs, lastSdk: sdk }
    if (flag.count === 0) {
      if (unknown.size >= maxFlags) return
      unknown.set(flagKey, flag)
      this.#grow(CELL_SIZE, NAME_BYTES + 2 * (flagKey.length + sdk.length))
    }
    flag.count += count
    project.calls += count
    flag.firstSeenMs = Math.min(flag.firstSeenMs, atMs)
    if (atMs < flag.lastSeenMs) return
    flag.lastSeenMs = atMs
    flag.lastSdk = sdk
  }

  /** The number of counted calls. */
  get calls(): number {
    let sum = 0
    for (const { calls } of this.projects.values()) sum += calls
    return sum
  }

  /** Returns a batch with the calls of these projects only. */
  of(projects: { has(projectId: number): boolean }): UsageBatch {
    return new UsageBatch(this.id, new Map([...this.projects].filter(([projectId]) => projects.has(projectId))))
  }

  /** Returns a separate batch for the calls of each project. */
  byProject(newId: () => string): UsageBatch[] {
    return [...this.projects].map((project) => new UsageBatch(newId(), new Map([project])))
  }

  #addTo(set: PendingUsers, user: UserHash): void {
    const count = set.add(user)
    this.#grow(count * USER_SIZE, count * LISTED_USER_BYTES)
  }

  #addAllTo(set: PendingUsers, added: UserSource): void {
    const { keptIn } = added
    this.#grow(0, set.addAll(added) + (this.keeps(keptIn) ? 0 : keptIn.bytes))
    this.#kept.add(keptIn)
  }

  #grow(size: number, bytes: number): void {
    this.size += size
    this.bytes += bytes
  }

  #project(projectId: number, zone: string): PendingProject {
    const known = this.projects.get(projectId)
    if (known) return known
    // Bound: is as large as the batch it is in
    const project = { zone, flags: new Map(), unknown: new Map(), events: new Map(), calls: 0 }
    this.projects.set(projectId, project)
    return project
  }

  #cells({ flags }: PendingProject, { flagKey, atMs, bucketMs, variant, sdk }: CountedCalls): UsageCells {
    let flag = flags.get(flagKey)
    if (!flag) {
      // Bound: is as large as the batch it is in
      flag = { buckets: new Map(), firstSeenMs: atMs, lastSeenMs: atMs, lastVariant: variant, lastSdk: sdk }
      flags.set(flagKey, flag)
      this.#grow(0, NAME_BYTES + 2 * flagKey.length)
    }
    noteSeen(flag, atMs, variant, sdk)
    let cells = flag.buckets.get(bucketMs)
    if (!cells) {
      cells = new UsageCells()
      flag.buckets.set(bucketMs, cells)
    }
    return cells
  }
}

function noteSeen(flag: PendingFlag, atMs: number, variant: string, sdk: string): void {
  flag.firstSeenMs = Math.min(flag.firstSeenMs, atMs)
  if (atMs < flag.lastSeenMs) return
  flag.lastSeenMs = atMs
  flag.lastVariant = variant
  flag.lastSdk = sdk
}
