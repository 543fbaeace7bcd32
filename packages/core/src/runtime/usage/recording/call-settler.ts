import { usageKeyOfDefinition } from '../../../data/records/usage-key.ts'
import type { Store } from '../../../data/store.ts'
import type { FlagDefinition } from '../../../evaluation/definition/definitions.ts'
import { ownProperty } from '../../../foundation/json/own-property.ts'
import type { ProjectSnapshot } from '../../snapshots/project-snapshot.ts'
import type { SnapshotCache } from '../../snapshots/snapshot-cache.ts'
import { bucketStart } from '../bucket-start.ts'
import { flagGroupType } from '../flag-group-type.ts'
import type { FlagCall } from '../usage-recorder.ts'
import { SdkNames } from './sdk-names.ts'
import type { UsageBatch } from './usage-batch.ts'
import { userHashers } from './user-hashers.ts'
import { VariantNames } from './variant-names.ts'

/** A call whose time and event are settled. */
export interface TimedCall {
  readonly call: FlagCall
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly eventId: string | null
  /** The flag that had the key when the call came; undefined when none was known. */
  readonly flag: FlagDefinition | undefined
}

export interface CallSettlerOptions {
  readonly store: Store
  readonly snapshots: Pick<SnapshotCache, 'peek' | 'get'>
  /** Unknown flags that a project may have. */
  readonly maxUnknownFlags: number
}

/** What a call counts for. */
interface Answer {
  readonly flag: FlagDefinition
  readonly variant: string
}

/** Finds out what calls count for: flags and variants have to be there, or to be few. */
export class CallSettler {
  readonly #options: CallSettlerOptions
  readonly #variants = new VariantNames()
  readonly #sdks = new SdkNames()
  readonly #hashUser = userHashers()

  constructor(options: CallSettlerOptions) {
    this.#options = options
  }

  /** Counts a call in `batch`; answers false when that takes more than what is at hand: see {@link prepare}. */
  count(timed: TimedCall, batch: UsageBatch): boolean {
    const snapshot = this.#options.snapshots.peek(timed.call.projectId)
    const flag = this.#flagOf(timed)
    const variant = flag && this.#variants.nameOf(flag, timed.call.variant)
    if (!snapshot || !flag || variant === undefined) return false
    this.#countAs({ flag, variant }, timed, snapshot, batch)
    return true
  }

  /** Brings what {@link count} lacked: projects that nobody asked for yet, and names of variants. */
  async prepare(calls: readonly TimedCall[]): Promise<void> {
    const { store, snapshots } = this.#options
    for (const projectId of new Set(calls.map(({ call }) => call.projectId))) await snapshots.get(projectId)
    const flags = new Set(calls.flatMap((timed) => this.#flagOf(timed) ?? []))
    if (flags.size === 0) return
    await store.read(async (tx) => {
      for (const flag of flags) await this.#variants.load(tx, flag)
    })
  }

  /** Counts a call after {@link prepare}, or as that of an unknown flag; one in an unknown project is let go. */
  countFinally(timed: TimedCall, batch: UsageBatch): void {
    if (this.count(timed, batch)) return
    const { call, atMs } = timed
    const snapshot = this.#options.snapshots.peek(call.projectId)
    if (!snapshot) return
    const flag = this.#flagOf(timed)
    if (flag) {
      this.#countAs({ flag, variant: '' }, timed, snapshot, batch)
      return
    }
    const sdk = this.#sdks.nameOf(call.projectId, call.sdk)
    batch.addUnknown({ ...call, sdk, atMs }, snapshot.project.timezone, this.#options.maxUnknownFlags)
  }

  #countAs(
    { flag, variant }: Answer,
    { call, atMs, eventId }: TimedCall,
    { project }: ProjectSnapshot,
    batch: UsageBatch,
  ) {
    const { projectId, measure, source, count, errors, distinctId, groups } = call
    const flagKey = usageKeyOfDefinition(flag)
    const sdk = this.#sdks.nameOf(projectId, call.sdk)
    const bucketMs = bucketStart(atMs, project.timezone)
    const counted = { projectId, zone: project.timezone, flagKey, measure, source, count, errors, variant, sdk }
    const cell = batch.add({ ...counted, atMs, bucketMs, eventId })
    if (distinctId !== null) batch.addUser(cell, this.#hashUser(project, distinctId))
    const groupType = groups && flagGroupType(flag, project)
    const group = groupType && ownProperty(groups, groupType.name)
    if (groupType && group !== undefined) batch.addGroup(cell, groupType.index, this.#hashUser(project, group))
  }

  /** The flag that has the key of a call now. */
  flagOf({ projectId, flagKey }: FlagCall): FlagDefinition | undefined {
    return this.#options.snapshots.peek(projectId)?.flag(flagKey)
  }

  #flagOf({ call, flag }: TimedCall): FlagDefinition | undefined {
    return flag ?? this.flagOf(call)
  }
}
