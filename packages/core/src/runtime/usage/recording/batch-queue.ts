import { mayPass } from '../../../data/store-errors.ts'
import type { UsageStatus } from '../usage-recorder.ts'
import type { UserSource } from '../user-set.ts'
import { UsageBatch } from './usage-batch.ts'

/** How large a batch becomes before it is written, as counts and events and in memory. */
const MAX_BATCH_SIZE = 20_000
const MAX_BATCH_BYTES = 8 * 1024 * 1024
/** Batches that wait for a store that is away, and what all of them may take. */
const MAX_WAITING = 10
const MAX_WAITING_BYTES = 64 * 1024 * 1024

export interface BatchQueueOptions {
  readonly newId: () => string
  /** Brings a batch into the store. */
  readonly write: (batch: UsageBatch) => Promise<Delivered>
  readonly onError: (error: unknown) => void
}

/** How many calls of a batch are in the store, and how many can never be. */
export interface Delivered {
  readonly written: number
  readonly lost: number
}

/** Calls that could not be kept. */
export class UsageLost extends Error {
  override readonly name = 'UsageLost'
}

/**
 * Calls on their way to the store. What cannot be written waits for the next time; when that goes on for too long, the
 * oldest are let go.
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

  /** The batch that calls are to be added to. */
  get open(): UsageBatch {
    return this.#open
  }

  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#waiting.length === 0
  }

  /** What became of the calls so far. */
  status(): UsageStatus {
    const batches = [this.#open, ...this.#waiting, ...(this.#beingWritten ? [this.#beingWritten] : [])]
    return { pending: batches.reduce((sum, { calls }) => sum + calls, 0), written: this.#written, lost: this.#lost }
  }

  /**
   * Ends the open batch when it is full, or would be with the users in `keptIn`. Those that it has already, however many
   * they are, make none full: what they are counted for belongs together. Answers whether it was.
   */
  sealWhenFull(keptIn?: UserSource['keptIn']): boolean {
    const isLarge = !this.#open.keeps(keptIn) && this.#open.bytes + (keptIn?.bytes ?? 0) >= MAX_BATCH_BYTES
    if (this.#open.size < MAX_BATCH_SIZE && !isLarge) return false
    this.#seal()
    return true
  }

  /** Writes everything, the oldest first, until the store is away. */
  async drain(): Promise<void> {
    // While older ones wait, the open one goes on growing: so few batches hold what came in a long outage.
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

  /** Lets go what is still here, and as many calls that did not come so far. */
  abandon(calls: number): void {
    const left = [this.#open, ...this.#waiting].reduce((sum, batch) => sum + batch.calls, calls)
    this.#open = new UsageBatch(this.#options.newId())
    this.#waiting.length = 0
    if (left > 0) this.#reportLost(left)
  }

  /** Answers false when it is worth trying again. */
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
      // Something in it cannot be written, such as the calls of a project that is gone. The others can.
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
    // The last is never let go for its size: it is what came at once.
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
