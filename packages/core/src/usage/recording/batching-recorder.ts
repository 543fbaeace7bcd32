import type { IdSource } from '../../context.ts'
import type { SnapshotCache } from '../../propagation/snapshot-cache.ts'
import type { Store } from '../../storage/store.ts'
import { letExit } from '../../time/pause.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { EvaluationCounter } from '../evaluations/evaluation-counter.ts'
import { EvaluationCounters } from '../evaluations/evaluation-counters.ts'
import type { EvaluationSource, FlagCall, UsageRecorder, UsageStatus } from '../usage-recorder.ts'
import { isForgotten, retentionStarts, type UsageRetention } from '../usage-retention.ts'
import { BatchDelivery } from './batch-delivery.ts'
import { BatchQueue } from './batch-queue.ts'
import { CallSettler, type TimedCall } from './call-settler.ts'
import { deleteOldUsage } from './delete-old-usage.ts'
import { eventIdOf } from './event-id.ts'
import { RecentEvents } from './recent-events.ts'
import type { UsagePool } from './usage-pool.ts'

export interface BatchingRecorderOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'uuid'>
  readonly snapshots: Pick<SnapshotCache, 'peek' | 'get'>
  readonly onError: (error: unknown) => void
  /** How often to write what came in, in milliseconds. */
  readonly flushIntervalMs: number
  readonly retention: UsageRetention
  /** Whether to count the evaluations of this process. */
  readonly countsEvaluations: boolean
  /** Where instances bring together what they counted. */
  readonly pool?: UsagePool | undefined
}

/** Unknown flags that a project may have, here and in the store. */
const MAX_UNKNOWN_FLAGS = 1000
/** Calls that may wait for a look into the store. */
const MAX_WAITING = 10_000
const HOUR_MS = 3_600_000
/** No more than that at once: a count that goes beyond every bound would spoil the sum it is added to. */
const MAX_COUNT = 1_000_000_000
const MAX_KEY_LENGTH = 400
/** How soon to look again what became of batches that others may write. */
const TEND_INTERVAL_MS = 1000

/** Adds calls up in memory, and brings the sums into the store at intervals. */
export class BatchingRecorder implements UsageRecorder {
  readonly #options: BatchingRecorderOptions
  readonly #recent = new RecentEvents()
  readonly #settler: CallSettler
  readonly #delivery: BatchDelivery
  readonly #queue: BatchQueue
  readonly #counters: EvaluationCounters
  /** Calls that take a look into the store before they can be counted. */
  #waiting: TimedCall[] = []
  #flushing: Promise<void> = Promise.resolve()
  #isFlushAsked = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #tendTimer: ReturnType<typeof setTimeout> | undefined
  #cleanedAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: BatchingRecorderOptions) {
    this.#options = options
    const { store, snapshots, onError, ids, clock, retention, pool } = options
    this.#settler = new CallSettler({ store, snapshots, maxUnknownFlags: MAX_UNKNOWN_FLAGS })
    const maxUnknownFlags = MAX_UNKNOWN_FLAGS
    this.#delivery = new BatchDelivery({ store, clock, snapshots, retention, maxUnknownFlags, pool })
    this.#queue = new BatchQueue({ newId: () => ids.uuid(), write: (batch) => this.#delivery.write(batch), onError })
    this.#counters = new EvaluationCounters({ clock, snapshots, record: (call) => this.record(call) })
  }

  record(call: FlagCall): void {
    if (this.#isClosed || !isCountable(call)) return
    const nowMs = this.#options.clock()
    const atMs = Number.isFinite(call.at) ? Math.min(call.at, nowMs) : nowMs
    if (isForgotten(atMs, nowMs, this.#options.retention)) return
    const eventId = call.uuid === null ? null : eventIdOf(call.uuid)
    if (eventId !== null && !this.#recent.add(call.projectId, eventId)) return
    this.#schedule()
    const timed = { call: bounded(call), atMs, eventId, flag: this.#settler.flagOf(call) }
    if (!this.#settler.count(timed, this.#queue.open)) this.#wait(timed)
    if (this.#queue.sealWhenFull()) this.#flushSoon()
  }

  evaluations(projectId: number, source: EvaluationSource): EvaluationCounter | null {
    if (this.#isClosed || !this.#options.countsEvaluations) return null
    this.#schedule()
    return this.#counters.of(projectId, source)
  }

  flush(): Promise<void> {
    return this.#inTurn(() => this.#flush())
  }

  status(): UsageStatus {
    const { pending, written, lost } = this.#queue.status()
    const { shared } = this.#delivery
    return { pending: pending + this.#callsWaiting + shared.pending, written: written + shared.written, lost }
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#end())
  }

  async #end(): Promise<void> {
    if (this.#isClosed) return
    this.#queue.requeue(await this.#delivery.end())
    await this.#save()
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#tendTimer)
    this.#queue.abandon(this.#callsWaiting)
    this.#waiting = []
  }

  get #callsWaiting(): number {
    return this.#waiting.reduce((sum, { call }) => sum + call.count, 0)
  }

  /** One after the other: what is being saved must not be saved a second time. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = () => work().catch(this.#options.onError)
    this.#flushing = this.#flushing.then(run, run)
    return this.#flushing
  }

  async #flush(): Promise<void> {
    this.#isFlushAsked = false
    try {
      await this.#save()
      await this.#tend()
      await this.#clean()
    } finally {
      if (!this.#queue.isEmpty || this.#waiting.length > 0 || this.#counters.areCounting) this.#schedule()
    }
  }

  async #save(): Promise<void> {
    this.#counters.fold(this.#queue.open)
    await this.#settleWaiting().catch(this.#options.onError)
    await this.#queue.drain()
  }

  /** Looks after what is in the pool, also that of others. */
  async #tend(): Promise<void> {
    const overdue = await this.#delivery.tend(this.#options.onError)
    if (overdue.length > 0) {
      this.#queue.requeue(overdue)
      await this.#queue.drain()
    }
    if (this.#delivery.isSharing && !this.#isClosed) this.#tendSoon()
  }

  #tendSoon(): void {
    if (this.#tendTimer) return
    this.#tendTimer = setTimeout(() => {
      this.#tendTimer = undefined
      void this.#inTurn(() => this.#tend())
    }, TEND_INTERVAL_MS)
    letExit(this.#tendTimer)
  }

  /** By the time of the next flush, the flag may be there: an SDK may hear of it before this process does. */
  #wait(timed: TimedCall): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(timed)
    else this.#settler.countFinally(timed, this.#queue.open)
  }

  async #settleWaiting(): Promise<void> {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    await this.#settler.prepare(waiting)
    this.#waiting = this.#waiting.slice(waiting.length)
    for (const timed of waiting) this.#settler.countFinally(timed, this.#queue.open)
  }

  /** Removes what is too old, at most once an hour; what was too much for one time is gone on with the next. */
  async #clean(): Promise<void> {
    const { store, retention, clock } = this.#options
    const nowMs = clock()
    if (!this.#delivery.hasWritten || nowMs - this.#cleanedAtMs < HOUR_MS) return
    if (await deleteOldUsage(store, retentionStarts(retention, nowMs))) this.#cleanedAtMs = nowMs
  }

  #flushSoon(): void {
    if (this.#isFlushAsked) return
    this.#isFlushAsked = true
    void this.flush()
  }

  /** Flushes are due at round times, so that what was counted between two of them is of one hour. */
  #schedule(): void {
    if (this.#timer || this.#isClosed) return
    const { flushIntervalMs, clock } = this.#options
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        void this.flush()
      },
      flushIntervalMs - (clock() % flushIntervalMs),
    )
    letExit(this.#timer)
  }
}

function isCountable({ count, flagKey }: FlagCall): boolean {
  return count > 0 && flagKey !== '' && flagKey.length <= MAX_KEY_LENGTH
}

function bounded(call: FlagCall): FlagCall {
  if (call.count === 1 && (call.errors === 0 || call.errors === 1)) return call
  const count = Math.min(Math.ceil(call.count), MAX_COUNT)
  return { ...call, count, errors: Math.min(Math.max(0, Math.ceil(call.errors) || 0), count) }
}
