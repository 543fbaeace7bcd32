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

/** A call whose time and event are known. */
export interface TimedCall {
  readonly call: FlagCall
  /** Milliseconds since 1970. */
  readonly atMs: number
  readonly eventId: string | null
  /** The flag that had the key when the call arrived; undefined when none was known. */
  readonly flag: FlagDefinition | undefined
}

export interface CallSettlerOptions {
  readonly store: Store
  readonly snapshots: Pick<SnapshotCache, 'peek' | 'get'>
  /** The maximum number of unknown flags of a project. */
  readonly maxUnknownFlags: number
}

/** The flag and variant that a call is counted as. */
interface Answer {
  readonly flag: FlagDefinition
  readonly variant: string
}

/** Determines how calls are counted: flags and variants must exist, or the number of others is limited. */
export class CallSettler {
  readonly #options: CallSettlerOptions
  readonly #variants = new VariantNames()
  readonly #sdks = new SdkNames()
  readonly #hashUser = userHashers()

  constructor(options: CallSettlerOptions) {
    this.#options = options
  }

  /** Counts a call in `batch`; returns false when that needs data that is not in memory, see {@link prepare}. */
  count(timed: TimedCall, batch: UsageBatch): boolean {
    const snapshot = this.#options.snapshots.peek(timed.call.projectId)
    const flag = this.#flagOf(timed)
    const variant = flag && this.#variants.nameOf(flag, timed.call.variant)
    if (!snapshot || !flag || variant === undefined) return false
    this.#countAs({ flag, variant }, timed, snapshot, batch)
    return true
  }

  /** Loads what {@link count} lacked: projects that were not requested yet, and names of variants. */
  async prepare(calls: readonly TimedCall[]): Promise<void> {
    const { store, snapshots } = this.#options
    for (const projectId of new Set(calls.map(({ call }) => call.projectId))) await snapshots.get(projectId)
    const flags = new Set(calls.flatMap((timed) => this.#flagOf(timed) ?? []))
    if (flags.size === 0) return
    await store.read(async (tx) => {
      for (const flag of flags) await this.#variants.load(tx, flag)
    })
  }

  /** Counts a call after {@link prepare}, or as a call of an unknown flag. A call in an unknown project is dropped. */
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

  /** Returns the flag that currently has the key of a call. */
  flagOf({ projectId, flagKey }: FlagCall): FlagDefinition | undefined {
    return this.#options.snapshots.peek(projectId)?.flag(flagKey)
  }

  #flagOf({ call, flag }: TimedCall): FlagDefinition | undefined {
    return flag ?? this.flagOf(call)
  }
}
