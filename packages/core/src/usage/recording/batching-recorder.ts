import type { IdSource } from '../../context.ts'
import type { SnapshotCache } from '../../propagation/snapshot-cache.ts'
import type { Store } from '../../storage/store.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { EvaluationCounter } from '../evaluations/evaluation-counter.ts'
import { EvaluationCounters } from '../evaluations/evaluation-counters.ts'
import type { EvaluationSource, FlagCall, UsageRecorder, UsageStatus } from '../usage-recorder.ts'
import { isForgotten, retentionStarts, type UsageRetention } from '../usage-retention.ts'
import { BatchQueue } from './batch-queue.ts'
import { CallSettler, type TimedCall } from './call-settler.ts'
import { deleteOldUsage } from './delete-old-usage.ts'
import { eventIdOf } from './event-id.ts'
import { RecentEvents } from './recent-events.ts'
import type { UsageBatch } from './usage-batch.ts'
import { writeBatch } from './write-batch.ts'

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
}

/** Unknown flags that a project may have, here and in the store. */
const MAX_UNKNOWN_FLAGS = 1000
/** Calls that may wait for a look into the store. */
const MAX_WAITING = 10_000
const HOUR_MS = 3_600_000
/** No more than that at once: a count that goes beyond every bound would spoil the sum it is added to. */
const MAX_COUNT = 1_000_000_000
const MAX_KEY_LENGTH = 400

/** Adds calls up in memory, and brings the sums into the store at intervals. */
export class BatchingRecorder implements UsageRecorder {
  readonly #options: BatchingRecorderOptions
  readonly #recent = new RecentEvents()
  readonly #settler: CallSettler
  readonly #queue: BatchQueue
  readonly #counters: EvaluationCounters
  /** Calls that take a look into the store before they can be counted. */
  #waiting: TimedCall[] = []
  #flushing: Promise<void> = Promise.resolve()
  #isFlushAsked = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasWritten = false
  #cleanedAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: BatchingRecorderOptions) {
    this.#options = options
    const { store, snapshots, onError, ids, clock } = options
    this.#settler = new CallSettler({ store, snapshots, maxUnknownFlags: MAX_UNKNOWN_FLAGS })
    this.#queue = new BatchQueue({ newId: () => ids.uuid(), write: (batch) => this.#write(batch), onError })
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
    const timed = { call: bounded(call), atMs, eventId }
    if (!this.#settler.count(timed, this.#queue.open)) this.#wait(timed)
    if (this.#queue.sealWhenFull()) this.#flushSoon()
  }

  evaluations(projectId: number, source: EvaluationSource): EvaluationCounter | null {
    if (this.#isClosed || !this.#options.countsEvaluations) return null
    this.#schedule()
    return this.#counters.of(projectId, source)
  }

  flush(): Promise<void> {
    const run = () => this.#flush().catch(this.#options.onError)
    this.#flushing = this.#flushing.then(run, run)
    return this.#flushing
  }

  status(): UsageStatus {
    const { pending, ...settled } = this.#queue.status()
    return { pending: pending + this.#waiting.reduce((sum, { call }) => sum + call.count, 0), ...settled }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    await this.#flushing
    await this.#save()
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #flush(): Promise<void> {
    this.#isFlushAsked = false
    await this.#save()
    await this.#clean()
    if (!this.#queue.isEmpty || this.#waiting.length > 0 || this.#counters.areCounting) this.#schedule()
  }

  async #save(): Promise<void> {
    this.#counters.fold(this.#queue.open)
    await this.#settleWaiting().catch(this.#options.onError)
    await this.#queue.drain()
  }

  async #write(batch: UsageBatch): Promise<void> {
    const { store, retention, clock } = this.#options
    const nowMs = clock()
    const options = { nowMs, since: retentionStarts(retention, nowMs), maxUnknownFlags: MAX_UNKNOWN_FLAGS }
    await store.write((tx) => writeBatch(tx, batch, options))
    this.#hasWritten = true
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
    if (!this.#hasWritten || nowMs - this.#cleanedAtMs < HOUR_MS) return
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
    // In Node, a timer must not keep an application alive; elsewhere there is nothing to call.
    ;(this.#timer as { unref?: () => void }).unref?.()
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
