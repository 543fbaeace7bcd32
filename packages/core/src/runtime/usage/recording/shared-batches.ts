import { mayPass } from '../../../data/store-errors.ts'
import type { Clock } from '../../../foundation/time/timestamp.ts'
import { decodeBatch, encodeBatch, type SharedBatch } from './batch-document.ts'
import type { UsageBatch } from './usage-batch.ts'
import type { PooledBatch, UsagePool } from './usage-pool.ts'

export interface SharedBatchesOptions {
  readonly pool: UsagePool
  /** The UUID of a project that a batch is of; undefined when it is not known. */
  readonly uuidOf: (projectId: number) => string | undefined
  /** Brings batches into the store, and answers the ids of those that are there now; others are of other databases. */
  readonly write: (batches: readonly SharedBatch[]) => Promise<readonly string[]>
  /** Milliseconds of a clock that nobody sets. */
  readonly nowMs?: Clock
}

/** A larger one is written at once: there is nothing to be won by writing it together with others. */
const MAX_SHARED_SIZE = 10_000
const MAX_SHARED_BYTES = 4 * 1024 * 1024
/** Batches that wait to be settled. */
const MAX_PARKED = 10
/** How long a batch may take until it is written without the pool: longer than others may keep what they took. */
export const PATIENCE_MS = 15_000

/** Batches of this process that are in the pool, and the turns of this process at writing what is there (USAGE-60). */
export class SharedBatches {
  readonly #options: SharedBatchesOptions
  readonly #nowMs: Clock
  // Bound: OUT-8 shared-batches
  readonly #parked = new Map<string, { readonly batch: UsageBatch; readonly sinceMs: number }>()
  readonly #offered = new WeakSet<UsageBatch>()
  #written = 0

  constructor(options: SharedBatchesOptions) {
    this.#options = options
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  /** Calls that are in the pool, and those that were. */
  status(): { readonly pending: number; readonly written: number } {
    const pending = [...this.#parked.values()].reduce((sum, { batch }) => sum + batch.calls, 0)
    return { pending, written: this.#written }
  }

  get isEmpty(): boolean {
    return this.#parked.size === 0
  }

  /** Puts a batch into the pool. False when it has to be written without. */
  async offer(batch: UsageBatch): Promise<boolean> {
    if (isLarge(batch) || this.#parked.size >= MAX_PARKED || this.#offered.has(batch)) return false
    const projectUuids = this.#uuidsOf(batch)
    if (!projectUuids) return false
    this.#offered.add(batch)
    const isThere = await this.#options.pool.put({ id: batch.id, content: encodeBatch({ batch, projectUuids }) })
    if (isThere) this.#parked.set(batch.id, { batch, sinceMs: this.#nowMs() })
    return isThere
  }

  /** Writes what instances have put, when it is this one's turn, and finds out what became of its own. */
  async tend(): Promise<void> {
    for (let taken = await this.#take(); taken.length > 0; taken = await this.#take()) {
      if (!(await this.#write(taken))) break
    }
    for (const id of await this.#options.pool.settled([...this.#parked.keys()])) {
      this.#written += this.#parked.get(id)?.batch.calls ?? 0
      this.#parked.delete(id)
    }
  }

  /** Takes the batches back that were not settled in time, to be written without the pool; in the end, all. */
  async takeBack(which: 'overdue' | 'all'): Promise<readonly UsageBatch[]> {
    const until = which === 'all' ? Number.POSITIVE_INFINITY : this.#nowMs() - PATIENCE_MS
    const back = [...this.#parked.values()].flatMap(({ batch, sinceMs }) => (sinceMs <= until ? [batch] : []))
    if (back.length === 0) return back
    for (const { id } of back) this.#parked.delete(id)
    await this.#options.pool.done({ settled: [], refused: back.map(({ id }) => id) })
    return back
  }

  #take(): Promise<readonly PooledBatch[]> {
    return this.#options.pool.take()
  }

  /** Answers whether something came of it. */
  async #write(taken: readonly PooledBatch[]): Promise<boolean> {
    const { pool, write } = this.#options
    const batches = taken.map(({ content }) => decodeBatch(content))
    const refused = taken.flatMap(({ id }, at) => (batches[at]?.batch.id === id ? [] : [id]))
    try {
      const settled = await write(batches.flatMap((batch) => batch ?? []))
      await pool.done({ settled, refused })
      return settled.length + refused.length > 0
    } catch (error) {
      // Something in one of them cannot be written: whoever put it finds out what.
      await pool.done({ settled: [], refused: mayPass(error) ? refused : taken.map(({ id }) => id) })
      throw error
    }
  }

  #uuidsOf({ projects }: UsageBatch): ReadonlyMap<number, string> | undefined {
    const uuids = new Map<number, string>()
    for (const projectId of projects.keys()) {
      const uuid = this.#options.uuidOf(projectId)
      if (uuid === undefined) return undefined
      uuids.set(projectId, uuid)
    }
    return uuids
  }
}

function isLarge({ size, bytes }: UsageBatch): boolean {
  return size > MAX_SHARED_SIZE || bytes > MAX_SHARED_BYTES
}
