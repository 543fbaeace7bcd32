import type { UsageMeasure, UsageSource } from './usage.ts'
import type { FlagCall } from './usage-recorder.ts'
import type { UserHash } from './user-hash.ts'
import { UserSet } from './user-set.ts'

/** Calls of one flag that are alike, in one bucket. */
export interface UsageCell {
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  readonly sdk: string
  count: number
  errors: number
  /** Shared by the cells of one variant and measure: users are not told apart by where they were counted. */
  readonly users: UserSet
}

/** A flag's calls since the last flush. */
export interface PendingFlag {
  /** By the first moment of their bucket, in milliseconds since 1970. */
  readonly buckets: Map<number, UsageCell[]>
  firstSeenMs: number
  lastSeenMs: number
  lastVariant: string
  lastSdk: string
}

/** What an event counted for, to be taken off again when another instance had counted it. */
export interface Contribution {
  readonly cell: UsageCell
  readonly count: number
  readonly errors: number
}

/** Calls of a flag that nobody has. */
export interface PendingUnknown {
  count: number
  firstSeenMs: number
  lastSeenMs: number
  lastSdk: string
}

/** A project's calls since the last flush. */
export interface PendingProject {
  readonly flags: Map<string, PendingFlag>
  readonly unknown: Map<string, PendingUnknown>
  /** By the UUID of the event. */
  readonly events: Map<string, Contribution>
}

/** A call as it is counted: its time and names are settled. */
export type CountedCall = Omit<FlagCall, 'at' | 'distinctId'> & {
  readonly atMs: number
  readonly bucketMs: number
  readonly user: UserHash | null
}

/** Calls between two flushes, added up. */
export class UsageBatch {
  readonly projects = new Map<number, PendingProject>()
  /** How much is in it: cells, unknown flags and events. */
  size = 0

  add(call: CountedCall): void {
    const project = this.#project(call.projectId)
    // SDKs send a batch again when they did not hear an answer, and that is soon.
    if (call.uuid !== null && project.events.has(call.uuid)) return
    const flag = this.#flag(project, call)
    const cell = this.#cell(flag, call)
    cell.count += call.count
    cell.errors += call.errors
    if (call.user) cell.users.add(call.user.high, call.user.low)
    if (call.uuid !== null) {
      project.events.set(call.uuid, { cell, count: call.count, errors: call.errors })
      this.size++
    }
  }

  addUnknown({ projectId, flagKey, count, sdk }: FlagCall, atMs: number, maxFlags: number): void {
    const { unknown } = this.#project(projectId)
    let flag = unknown.get(flagKey)
    if (!flag) {
      if (unknown.size >= maxFlags) return
      flag = { count: 0, firstSeenMs: atMs, lastSeenMs: atMs, lastSdk: sdk }
      unknown.set(flagKey, flag)
      this.size++
    }
    flag.count += count
    flag.firstSeenMs = Math.min(flag.firstSeenMs, atMs)
    if (atMs < flag.lastSeenMs) return
    flag.lastSeenMs = atMs
    flag.lastSdk = sdk
  }

  #project(projectId: number): PendingProject {
    let project = this.projects.get(projectId)
    if (!project) {
      project = { flags: new Map(), unknown: new Map(), events: new Map() }
      this.projects.set(projectId, project)
    }
    return project
  }

  #flag({ flags }: PendingProject, { flagKey, atMs, variant, sdk }: CountedCall): PendingFlag {
    let flag = flags.get(flagKey)
    if (!flag) {
      flag = { buckets: new Map(), firstSeenMs: atMs, lastSeenMs: atMs, lastVariant: variant, lastSdk: sdk }
      flags.set(flagKey, flag)
    }
    flag.firstSeenMs = Math.min(flag.firstSeenMs, atMs)
    if (atMs >= flag.lastSeenMs) {
      flag.lastSeenMs = atMs
      flag.lastVariant = variant
      flag.lastSdk = sdk
    }
    return flag
  }

  #cell({ buckets }: PendingFlag, { bucketMs, variant, measure, source, sdk }: CountedCall): UsageCell {
    const cells = buckets.get(bucketMs) ?? []
    if (cells.length === 0) buckets.set(bucketMs, cells)
    let sibling: UsageCell | undefined
    for (const cell of cells) {
      if (cell.variant !== variant || cell.measure !== measure) continue
      if (cell.source === source && cell.sdk === sdk) return cell
      sibling = cell
    }
    const users = sibling?.users ?? UserSet.empty()
    const cell: UsageCell = { variant, measure, source, sdk, count: 0, errors: 0, users }
    cells.push(cell)
    this.size++
    return cell
  }
}
