import type { Store } from '../../../data/store.ts'
import type { Clock } from '../../../foundation/time/timestamp.ts'
import { retentionStarts, type UsageRetention } from '../usage-retention.ts'
import type { Delivered } from './batch-queue.ts'
import type { UsageBatch } from './usage-batch.ts'
import { type WriteBatchOptions, writeBatch } from './write-batch.ts'

export interface BatchDeliveryOptions {
  readonly store: Store
  readonly clock: Clock
  readonly retention: UsageRetention
  readonly maxUnknownFlags: number
}

/** Writes batches to the store. */
export class BatchDelivery {
  readonly #options: BatchDeliveryOptions
  readonly #tried = new WeakSet<UsageBatch>()
  #hasWritten = false
  #isEnding = false

  constructor(options: BatchDeliveryOptions) {
    this.#options = options
  }

  /** Whether this process has written anything to the store. */
  get hasWritten(): boolean {
    return this.#hasWritten
  }

  /** Starts the end: from now on, each batch has only one attempt. */
  end(): void {
    this.#isEnding = true
  }

  async write(batch: UsageBatch): Promise<Delivered> {
    // A batch gets more time if a busy database could not write it in the usual time, or if this is its only attempt.
    const large = this.#isEnding || this.#tried.has(batch)
    this.#tried.add(batch)
    const lost = await this.#options.store.write((tx) => writeBatch(tx, batch, this.#now()), { large })
    this.#hasWritten = true
    return { written: batch.calls - lost, lost }
  }

  #now(): WriteBatchOptions {
    const { clock, retention, maxUnknownFlags } = this.#options
    const nowMs = clock()
    return { nowMs, since: retentionStarts(retention, nowMs), maxUnknownFlags }
  }
}
