import { MAX_KEY_LENGTH } from '../../../data/records/flag.ts'
import type { Store } from '../../../data/store.ts'
import type { IdSource } from '../../../foundation/ids/random-ids.ts'
import { shortText } from '../../../foundation/json/short-text.ts'
import { HOUR_MS, MINUTE_MS } from '../../../foundation/time/durations.ts'
import { letExit } from '../../../foundation/time/pause.ts'
import type { Clock } from '../../../foundation/time/timestamp.ts'
import type { SnapshotCache } from '../../snapshots/snapshot-cache.ts'
import type { EvaluationCounter } from '../evaluations/evaluation-counter.ts'
import { EvaluationCounters } from '../evaluations/evaluation-counters.ts'
import type { EvaluationSource, FlagCall, UsageRecorder, UsageStatus } from '../usage-recorder.ts'
import { isForgotten, retentionStarts, type UsageRetention } from '../usage-retention.ts'
import type { UserSource } from '../user-set.ts'
import { BatchDelivery } from './batch-delivery.ts'
import { BatchQueue } from './batch-queue.ts'
import { CallSettler, type TimedCall } from './call-settler.ts'
import { deleteOldUsage } from './delete-old-usage.ts'
import { eventIdOf } from './event-id.ts'
import { RecentEvents } from './recent-events.ts'
import type { UsageBatch } from './usage-batch.ts'
import { OTHER_NAME } from './variant-names.ts'

export interface BatchingRecorderOptions {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Pick<IdSource, 'uuid'>
  readonly snapshots: Pick<SnapshotCache, 'peek' | 'get'>
  readonly onError: (error: unknown) => void
  /** How often to write, in milliseconds. */
  readonly flushIntervalMs: number
  readonly retention: UsageRetention
  /** Whether to count the evaluations in this process. */
  readonly countsEvaluations: boolean
}

/** The maximum number of unknown flags of a project, both in memory and in the store. */
const MAX_UNKNOWN_FLAGS = 1000
/** The maximum number of calls that wait for a query of the store, and the memory of all of them. */
const MAX_WAITING = 10_000
const MAX_WAITING_BYTES = 8 * 1024 * 1024
const BYTES_BESIDE_NAMES = 320
/** The maximum count of one call: an unlimited one would spoil the sum that it is added to. */
const MAX_COUNT = 1_000_000_000
/** In every time zone, hours start at a multiple of this. */
const QUARTER_MS = 15 * MINUTE_MS
/** The maximum length of a result that a flag can define. */
const MAX_VARIANT_LENGTH = 400

/** Adds calls up in memory, and writes the sums to the store at intervals. */
export class BatchingRecorder implements UsageRecorder {
  readonly #options: BatchingRecorderOptions
  readonly #recent = new RecentEvents()
  readonly #settler: CallSettler
  readonly #delivery: BatchDelivery
  readonly #queue: BatchQueue
  readonly #counters: EvaluationCounters
  /**
   * When flushes are due in each interval. It is random, so that processes do not all write in the same moment
   * (USAGE-49).
   */
  readonly #phaseMs: number
  /** Calls that need a query of the store before they can be counted. */
  // Bound: OUT-8 waiting-calls
  #waiting: TimedCall[] = []
  #waitingBytes = 0
  #flushing: Promise<void> = Promise.resolve()
  #isFlushAsked = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #cleanedAtMs = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(options: BatchingRecorderOptions) {
    this.#options = options
    const { store, snapshots, onError, ids, clock, retention } = options
    this.#phaseMs = Math.random() * options.flushIntervalMs
    this.#settler = new CallSettler({ store, snapshots, maxUnknownFlags: MAX_UNKNOWN_FLAGS })
    const maxUnknownFlags = MAX_UNKNOWN_FLAGS
    this.#delivery = new BatchDelivery({ store, clock, retention, maxUnknownFlags })
    this.#queue = new BatchQueue({ newId: () => ids.uuid(), write: (batch) => this.#delivery.write(batch), onError })
    this.#counters = new EvaluationCounters({
      ...{ clock, snapshots, record: (call) => this.record(call), open: (keptIn) => this.#openBatch(keptIn) },
      onFull: () => void setTimeout(() => this.#fold(), 0),
    })
  }

  record(call: FlagCall): void {
    if (this.#isClosed || !isCountable(call)) return
    const nowMs = this.#options.clock()
    const atMs = Number.isFinite(call.at) ? Math.min(call.at, nowMs) : nowMs
    if (isForgotten(atMs, nowMs, this.#options.retention)) return
    const eventId = call.uuid === null ? null : eventIdOf(call.uuid)
    if (eventId !== null && !this.#recent.add(call.projectId, eventId)) return
    this.#schedule()
    const timed = { call: withinBounds(call), atMs, eventId, flag: this.#settler.flagOf(call) }
    if (!this.#settler.count(timed, this.#queue.open)) this.#wait(timed)
    if (this.#queue.sealWhenFull()) this.#flushSoon()
  }

  evaluations(projectId: number, source: EvaluationSource, sdk?: string): EvaluationCounter | null {
    if (this.#isClosed || !this.#options.countsEvaluations) return null
    this.#schedule()
    return this.#counters.of(projectId, source, sdk)
  }

  flush(): Promise<void> {
    return this.#inTurn(() => this.#flush())
  }

  status(): UsageStatus {
    const { pending, written, lost } = this.#queue.status()
    return { pending: pending + this.#callsWaiting, written, lost }
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#end())
  }

  async #end(): Promise<void> {
    if (this.#isClosed) return
    this.#delivery.end()
    await this.#save()
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#queue.abandon(this.#callsWaiting)
    this.#waiting = []
  }

  get #callsWaiting(): number {
    return this.#waiting.reduce((sum, { call }) => sum + call.count, 0)
  }

  /** Runs work one after the other, because concurrent runs would save the same calls twice. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const run = () => work().catch(this.#options.onError)
    this.#flushing = this.#flushing.then(run, run)
    return this.#flushing
  }

  async #flush(): Promise<void> {
    this.#isFlushAsked = false
    // A flush that was due during the last save runs after it, when the store may be closed.
    if (this.#isClosed) return
    try {
      await this.#save()
      await this.#clean()
    } finally {
      if (!this.#queue.isEmpty || this.#waiting.length > 0 || this.#counters.areCounting) this.#schedule()
    }
  }

  #openBatch(keptIn?: UserSource['keptIn']): UsageBatch {
    this.#queue.sealWhenFull(keptIn)
    return this.#queue.open
  }

  /** Empties the counters before the next flush is due. */
  #fold(): void {
    // An application may continue to evaluate flags after it closed the deck (USAGE-36).
    if (this.#isClosed) {
      this.#counters.drop()
      return
    }
    this.#counters.fold()
    if (this.#queue.sealWhenFull()) this.#flushSoon()
  }

  async #save(): Promise<void> {
    this.#counters.fold()
    await this.#settleWaiting().catch(this.#options.onError)
    await this.#queue.drain()
  }

  /** Delays a call until the next flush. The flag may be known by then: an SDK may load it before this process does. */
  #wait(timed: TimedCall): void {
    if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES) {
      this.#settler.countFinally(timed, this.#queue.open)
      return
    }
    this.#waiting.push(timed)
    this.#waitingBytes += bytesOf(timed)
  }

  async #settleWaiting(): Promise<void> {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    await this.#settler.prepare(waiting)
    this.#waiting = this.#waiting.slice(waiting.length)
    this.#waitingBytes = this.#waiting.reduce((sum, timed) => sum + bytesOf(timed), 0)
    for (const timed of waiting) {
      this.#settler.countFinally(timed, this.#openBatch())
    }
  }

  /** Deletes old usage, at most once an hour. If one run cannot delete everything, the next flush continues. */
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

  #schedule(): void {
    if (this.#timer || this.#isClosed) return
    const { flushIntervalMs, clock } = this.#options
    this.#flushIn(flushIntervalMs - ((clock() + flushIntervalMs - this.#phaseMs) % flushIntervalMs))
  }

  /**
   * Flushes after `ms` milliseconds. At the end of each quarter of an hour before that, it folds the counters, so that
   * all counts of a fold belong to one hour.
   */
  #flushIn(ms: number): void {
    const quarterMs = QUARTER_MS - (this.#options.clock() % QUARTER_MS)
    const flush = () => {
      this.#timer = undefined
      void this.flush()
    }
    const fold = () => {
      this.#flushIn(ms - quarterMs)
      this.#fold()
    }
    this.#timer = quarterMs < ms ? setTimeout(fold, quarterMs) : setTimeout(flush, ms)
    letExit(this.#timer)
  }
}

function isCountable({ count, flagKey }: FlagCall): boolean {
  return count > 0 && flagKey !== '' && flagKey.length <= MAX_KEY_LENGTH
}

/** Returns the call with bounded fields, because clients choose them and they stay in memory. */
function withinBounds(call: FlagCall): FlagCall {
  const { variant, sdk, distinctId } = call
  return {
    ...call,
    ...withinCounts(call),
    variant: variant.length > MAX_VARIANT_LENGTH ? OTHER_NAME : variant,
    sdk: shortText(sdk),
    distinctId: distinctId === null ? null : shortText(distinctId),
  }
}

function withinCounts({ count, errors }: FlagCall): Pick<FlagCall, 'count' | 'errors'> {
  if (count === 1 && (errors === 0 || errors === 1)) return { count, errors }
  const most = Math.min(Math.ceil(count), MAX_COUNT)
  return { count: most, errors: Math.min(Math.max(0, Math.ceil(errors) || 0), most) }
}

/** Returns the approximate bytes of memory of a waiting call. */
function bytesOf({ call, eventId }: TimedCall): number {
  const { flagKey, variant, sdk, distinctId, groups = {} } = call
  const names = [flagKey, variant, sdk, distinctId, eventId, ...Object.entries(groups).flat()]
  return names.reduce((sum, name) => sum + 2 * (name?.length ?? 0), BYTES_BESIDE_NAMES)
}
