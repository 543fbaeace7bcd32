import type { SnapshotCache } from '../propagation/snapshot-cache.ts'
import type { Store } from '../storage/store.ts'
import type { Clock } from '../time/timestamp.ts'
import { bucketStart } from './bucket-start.ts'
import { UsageBatch } from './usage-batch.ts'
import type { FlagCall, UsageRecorder } from './usage-recorder.ts'
import { type UserHash, userHasher } from './user-hash.ts'
import { writeBatch } from './write-batch.ts'

export interface BatchingRecorderOptions {
  readonly store: Store
  readonly clock: Clock
  readonly snapshots: Pick<SnapshotCache, 'peek' | 'get'>
  readonly onError: (error: unknown) => void
  readonly flushIntervalMs: number
}

const MAX_UNKNOWN_FLAGS = 1000
const MAX_BATCH_SIZE = 10_000

/** Adds calls up in memory, and brings the sums into the store at intervals. */
export class BatchingRecorder implements UsageRecorder {
  readonly #options: BatchingRecorderOptions
  readonly #hashers = new Map<number, (distinctId: string) => UserHash>()
  #batch = new UsageBatch()
  #flushing: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: BatchingRecorderOptions) {
    this.#options = options
  }

  record(call: FlagCall): void {
    const { clock, snapshots } = this.#options
    this.#schedule()
    const snapshot = snapshots.peek(call.projectId)
    const atMs = Math.min(call.at, clock())
    if (!snapshot?.flag(call.flagKey)) {
      this.#batch.addUnknown(call, atMs, MAX_UNKNOWN_FLAGS)
      return
    }
    const { timezone, uuid } = snapshot.project
    const user = call.distinctId === null ? null : this.#hasher(call.projectId, uuid)(call.distinctId)
    this.#batch.add({ ...call, atMs, bucketMs: bucketStart(atMs, timezone), user })
    if (this.#batch.size >= MAX_BATCH_SIZE) void this.flush()
  }

  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write())
    return this.#flushing
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    const { store, snapshots, clock, onError } = this.#options
    const batch = this.#batch
    if (batch.size === 0) return
    this.#batch = new UsageBatch()
    const zoneOf = (projectId: number) => snapshots.peek(projectId)?.project.timezone ?? 'UTC'
    const options = { nowMs: clock(), maxUnknownFlags: MAX_UNKNOWN_FLAGS, zoneOf }
    await store.write((tx) => writeBatch(tx, batch, options)).catch(onError)
  }

  #hasher(projectId: number, projectUuid: string): (distinctId: string) => UserHash {
    const known = this.#hashers.get(projectId)
    if (known) return known
    const hasher = userHasher(projectUuid)
    this.#hashers.set(projectId, hasher)
    return hasher
  }

  #schedule(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, this.#options.flushIntervalMs)
    // In Node, a timer must not keep an application alive; elsewhere there is nothing to call.
    ;(this.#timer as { unref?: () => void }).unref?.()
  }
}
