import type { Store } from '../../../data/store.ts'
import type { Clock } from '../../../foundation/time/timestamp.ts'
import type { SnapshotCache } from '../../snapshots/snapshot-cache.ts'
import { retentionStarts, type UsageRetention } from '../usage-retention.ts'
import type { Delivered } from './batch-queue.ts'
import { SharedBatches } from './shared-batches.ts'
import type { UsageBatch } from './usage-batch.ts'
import type { UsagePool } from './usage-pool.ts'
import { type WriteBatchesOptions, writeBatches } from './write-batches.ts'
import { writeSharedBatches } from './write-shared-batches.ts'

export interface BatchDeliveryOptions {
  readonly store: Store
  readonly clock: Clock
  readonly snapshots: Pick<SnapshotCache, 'peek'>
  readonly retention: UsageRetention
  readonly maxUnknownFlags: number
  /** Where instances bring together what they counted. */
  readonly pool?: UsagePool | undefined
}

/** Brings batches into the store: by the pool that instances share, or straight away. */
export class BatchDelivery {
  readonly #options: BatchDeliveryOptions
  readonly #shared: SharedBatches | undefined
  readonly #tried = new WeakSet<UsageBatch>()
  #hasWritten = false
  #isEnding = false

  constructor(options: BatchDeliveryOptions) {
    this.#options = options
    const { pool, snapshots } = options
    const uuidOf = (projectId: number) => snapshots.peek(projectId)?.project.uuid
    this.#shared =
      pool &&
      new SharedBatches({
        ...{ pool, uuidOf },
        write: (batches) => this.#inStore((store) => store.write((tx) => writeSharedBatches(tx, batches, this.#now()))),
      })
  }

  /** Whether this process has brought anything into the store. */
  get hasWritten(): boolean {
    return this.#hasWritten
  }

  /** Whether batches of this process are in the pool. */
  get isSharing(): boolean {
    return this.#shared?.isEmpty === false
  }

  /** Calls of this process that are in the pool, and those that came into the store from there. */
  get shared(): { readonly pending: number; readonly written: number } {
    return this.#shared?.status() ?? { pending: 0, written: 0 }
  }

  /** Answers what became of the calls; undefined when the batch is in the pool. */
  async write(batch: UsageBatch): Promise<Delivered | undefined> {
    if (!this.#isEnding && (await this.#shared?.offer(batch))) return undefined
    // What a busy database could not take in the time of a usual write gets more of it; so does what has no other chance.
    const large = this.#isEnding || this.#tried.has(batch)
    this.#tried.add(batch)
    const lost = await this.#inStore((store) => store.write((tx) => writeBatches(tx, [batch], this.#now()), { large }))
    return { written: batch.calls - lost, lost }
  }

  /** Does what there is to do about the pool, and takes back what was there for too long. */
  async tend(onError: (error: unknown) => void): Promise<readonly UsageBatch[]> {
    await this.#shared?.tend().catch(onError)
    return (await this.#shared?.takeBack('overdue')) ?? []
  }

  /** Takes everything back; from now on nothing is shared. */
  async end(): Promise<readonly UsageBatch[]> {
    this.#isEnding = true
    return (await this.#shared?.takeBack('all')) ?? []
  }

  async #inStore<T>(write: (store: Store) => Promise<T>): Promise<T> {
    const result = await write(this.#options.store)
    this.#hasWritten = true
    return result
  }

  #now(): WriteBatchesOptions {
    const { clock, retention, maxUnknownFlags } = this.#options
    const nowMs = clock()
    return { nowMs, since: retentionStarts(retention, nowMs), maxUnknownFlags }
  }
}
