import { mayPass } from '../../../data/store-errors.ts'
import type { UsageStatus } from '../usage-recorder.ts'
import type { UserSource } from '../user-set.ts'
import { UsageBatch } from './usage-batch.ts'

/** The size at which a batch is written, in counts and events, and in memory. */
const MAX_BATCH_SIZE = 20_000
const MAX_BATCH_BYTES = 8 * 1024 * 1024
/** The maximum number of batches that wait for an unavailable store, and the memory of all of them. */
const MAX_WAITING = 10
const MAX_WAITING_BYTES = 64 * 1024 * 1024

export interface BatchQueueOptions {
  readonly newId: () => string
  /** Writes a batch to the store. */
  readonly write: (batch: UsageBatch) => Promise<Delivered>
  readonly onError: (error: unknown) => void
}

/** How many calls of a batch are in the store, and how many can never be written. */
export interface Delivered {
  readonly written: number
  readonly lost: number
}

/** Reports calls that were dropped. */
export class UsageLost extends Error {
  override readonly name = 'UsageLost'
}

/**
 * Calls on their way to the store. Calls that cannot be written wait for the next attempt; when an outage lasts too
 * long, the oldest are dropped.
 */
export class BatchQueue {
  readonly #options: BatchQueueOptions
  // Bound: OUT-8 usage-batches
  readonly #waiting: UsageBatch[] = []
  #open: UsageBatch
  #beingWritten: UsageBatch | undefined
  #written = 0
  #lost = 0

  constructor(options: BatchQueueOptions) {
    this.#options = options
    this.#open = new UsageBatch(options.newId())
  }

  /** The batch to which calls must be added. */
  get open(): UsageBatch {
    return this.#open
  }

  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#waiting.length === 0
  }

  /** Returns the state of all calls so far. */
  status(): UsageStatus {
    const batches = [this.#open, ...this.#waiting, ...(this.#beingWritten ? [this.#beingWritten] : [])]
    return { pending: batches.reduce((sum, { calls }) => sum + calls, 0), written: this.#written, lost: this.#lost }
  }

  /**
   * Ends the open batch when it is full, or would be with the users in `keptIn`, and returns whether it was. Users that
   * the batch already contains do not fill it, however many they are, because the calls that count them belong
   * together.
   */
  sealWhenFull(keptIn?: UserSource['keptIn']): boolean {
    const isLarge = !this.#open.keeps(keptIn) && this.#open.bytes + (keptIn?.bytes ?? 0) >= MAX_BATCH_BYTES
    if (this.#open.size < MAX_BATCH_SIZE && !isLarge) return false
    this.#seal()
    return true
  }

  /** Writes everything, the oldest batch first, until the store is unavailable. */
  async drain(): Promise<void> {
    // While older batches wait, the open one continues to grow, so that a long outage results in few batches.
    if (this.#waiting.length === 0) this.#seal()
    for (let batch = this.#waiting.shift(); batch; batch = this.#waiting.shift()) {
      if (!(await this.#attempt(batch))) {
        this.#waiting.unshift(batch)
        this.#letGo()
        return
      }
      if (this.#waiting.length === 0) this.#seal()
    }
  }

  /** Drops all remaining calls, plus `calls` that are in no batch yet, and reports them as lost. */
  abandon(calls: number): void {
    const left = [this.#open, ...this.#waiting].reduce((sum, batch) => sum + batch.calls, calls)
    this.#open = new UsageBatch(this.#options.newId())
    this.#waiting.length = 0
    if (left > 0) this.#reportLost(left)
  }

  /** Returns false when a retry may succeed. */
  async #attempt(batch: UsageBatch): Promise<boolean> {
    const { write, newId, onError } = this.#options
    this.#beingWritten = batch
    try {
      const { written, lost } = await write(batch)
      this.#beingWritten = undefined
      this.#written += written
      if (lost > 0) this.#reportLost(lost)
      return true
    } catch (error) {
      this.#beingWritten = undefined
      onError(error)
      if (mayPass(error)) return false
      // Part of the batch cannot be written, such as the calls of a deleted project. The other parts can.
      if (batch.projects.size > 1) this.#waiting.unshift(...batch.byProject(newId))
      else this.#reportLost(batch.calls)
      return true
    }
  }

  #seal(): void {
    if (this.#open.size === 0) return
    this.#waiting.push(this.#open)
    this.#open = new UsageBatch(this.#options.newId())
    this.#letGo()
  }

  get #waitingBytes(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  #letGo(): void {
    // The last batch is never dropped for its size, because it arrived in one fold.
    while (this.#waiting.length > MAX_WAITING || (this.#waiting.length > 1 && this.#waitingBytes > MAX_WAITING_BYTES)) {
      const oldest = this.#waiting.shift()
      if (oldest) this.#reportLost(oldest.calls)
    }
  }

  #reportLost(calls: number): void {
    this.#lost += calls
    this.#options.onError(new UsageLost(`${calls} flag calls could not be stored and are not counted.`))
  }
}
