import type { Project } from '../../../data/records/project.ts'
import type { UsageMeasure } from '../../../data/records/usage.ts'
import { usageKeyOfDefinition } from '../../../data/records/usage-key.ts'
import type { Decision } from '../../../evaluation/definition/decision.ts'
import { HOUR_MS } from '../../../foundation/time/durations.ts'
import type { Clock } from '../../../foundation/time/timestamp.ts'
import type { SnapshotCache } from '../../snapshots/snapshot-cache.ts'
import { bucketStart } from '../bucket-start.ts'
import { flagGroupType } from '../flag-group-type.ts'
import type { UsageBatch } from '../recording/usage-batch.ts'
import type { EvaluationSource, FlagCall } from '../usage-recorder.ts'
import { userHasher } from '../user-hash.ts'
import type { UserSource } from '../user-set.ts'
import { EvaluationCounter } from './evaluation-counter.ts'
import type { FlagAnswer, Tally } from './tally.ts'
import type { UserRowsLimits } from './user-rows.ts'

export interface EvaluationCountersOptions {
  readonly clock: Clock
  readonly snapshots: Pick<SnapshotCache, 'peek'>
  /** Records the calls of flags that do not exist. */
  readonly record: (call: FlagCall) => void
  /** Returns the batch to which the users in `keptIn` must be added next; never a full one. */
  readonly open: (keptIn: UserSource['keptIn']) => UsageBatch
  /** Requests a fold before it is due. */
  readonly onFull: () => void
}

/** The name under which evaluations of a source are counted, in place of an SDK's. */
const SDK_OF: Readonly<Record<EvaluationSource, string>> = { embedded: 'flagdeck', server: '' }

/**
 * An application remembers as many users as SDKs do (USAGE-41). A server may have very many projects, so it remembers
 * fewer: a forgotten user is only added again to the users of the hour, where users count once.
 */
const LIMITS_OF: Readonly<Record<EvaluationSource, UserRowsLimits>> = {
  embedded: { users: 50_000, words: 4 * 1024 * 1024 },
  server: { users: 2000, words: 128 * 1024 },
}

/** The maximum number of server counters, and the bytes of all of them: the oldest is evicted for the next (OUT-8). */
const MAX_SERVER_COUNTERS = 1000
const MAX_SERVER_BYTES = 64 * 1024 * 1024
/** The bytes of users that trigger a fold. They become part of a batch, whose limit is not much larger. */
// Bound: OUT-8 users-counted-here
const MAX_UNFOLDED_BYTES = 6 * 1024 * 1024

/** After this time without an evaluation, the server evicts a project's counter. */
const IDLE_MS = HOUR_MS

/** The maximum age of folded calls. Evaluations do not read the clock, and a late fold must not move calls far back. */
const MAX_AGE_MS = 30_000

interface Entry {
  readonly projectId: number
  readonly source: EvaluationSource
  readonly sdk: string
  readonly counter: EvaluationCounter
  foldedAtMs: number
  usedAtMs: number
  bucketMs: number
}

/** The counters of all projects, with the times of their last fold and last use. */
export class EvaluationCounters {
  readonly #options: EvaluationCountersOptions
  // Bound: OUT-8 counters
  readonly #entries = new Map<string, Entry>()
  #unfoldedBytes = 0

  constructor(options: EvaluationCountersOptions) {
    this.#options = options
  }

  get areCounting(): boolean {
    return this.#entries.size > 0
  }

  /** Returns the counter of a project for one of a few SDKs; null when the project was never requested. */
  of(projectId: number, source: EvaluationSource, sdk: string = SDK_OF[source]): EvaluationCounter | null {
    const name = `${source} ${projectId} ${sdk}`
    const known = this.#entries.get(name)
    if (known) return known.counter
    const project = this.#options.snapshots.peek(projectId)?.project
    if (!project) return null
    const [hashUser, hashGroup] = [userHasher(project.uuid), userHasher(project.uuid)]
    const counter = new EvaluationCounter({
      ...{ hashUser, hashGroup, countsExposures: source === 'embedded', limits: LIMITS_OF[source] },
      flagOf: (decision) => this.#flagOf(projectId, decision),
      groupTypeName: (index) => this.#options.snapshots.peek(projectId)?.project.groupTypes[index],
      onGrown: (bytes) => this.#grow(bytes),
    })
    if (source === 'server') this.#makeRoom()
    const nowMs = this.#options.clock()
    const bucketMs = bucketStart(nowMs, project.timezone)
    this.#entries.set(name, { projectId, source, sdk, counter, foldedAtMs: nowMs, usedAtMs: nowMs, bucketMs })
    return counter
  }

  /** Adds the counts to the open batch, and to the next one when that is full. */
  fold(): void {
    const nowMs = this.#options.clock()
    this.#unfoldedBytes = 0
    for (const [name, entry] of this.#entries) {
      this.#foldWhenKnown(entry, nowMs)
      // An embedding application holds its counter, but the server looks it up each time.
      if (entry.source === 'server' && nowMs - entry.usedAtMs > IDLE_MS) this.#end(name, entry)
    }
    this.#makeRoom()
  }

  /** Discards everything that was counted since the last fold. */
  drop(): void {
    this.#unfoldedBytes = 0
    for (const { counter } of this.#entries.values()) counter.drop()
  }

  #grow(bytes: number): void {
    const before = this.#unfoldedBytes
    this.#unfoldedBytes += bytes
    if (before < MAX_UNFOLDED_BYTES && this.#unfoldedBytes >= MAX_UNFOLDED_BYTES) this.#options.onFull()
  }

  /** Evicts the oldest counters of the server. Nothing is lost: users who return are in the same sets. */
  #makeRoom(): void {
    const ofServer = [...this.#entries].filter(([, { source }]) => source === 'server')
    let bytes = ofServer.reduce((sum, [, { counter }]) => sum + counter.bytes, 0)
    let count = ofServer.length
    for (const [name, entry] of ofServer) {
      if (count < MAX_SERVER_COUNTERS && bytes < MAX_SERVER_BYTES) return
      count--
      bytes -= entry.counter.bytes
      this.#foldWhenKnown(entry, this.#options.clock())
      this.#end(name, entry)
    }
  }

  #end(name: string, { counter }: Entry): void {
    counter.end()
    this.#entries.delete(name)
  }

  #foldWhenKnown(entry: Entry, nowMs: number): void {
    const project = this.#options.snapshots.peek(entry.projectId)?.project
    if (project) this.#foldEntry(entry, project, nowMs)
    // Calls of a deleted project cannot be written, although an application may still evaluate its flags.
    else entry.counter.drop()
  }

  #foldEntry(entry: Entry, { id: projectId, timezone: zone }: Project, nowMs: number): void {
    const { counter, source, sdk } = entry
    // Calls since the last fold get a time halfway back. They belong to one bucket, because each bucket ends with a
    // fold.
    const atMs = Math.max(Math.floor((entry.foldedAtMs + nowMs) / 2), nowMs - MAX_AGE_MS)
    const when = { projectId, zone, source, sdk, atMs, bucketMs: bucketStart(atMs, zone), eventId: null }
    counter.fold(
      (tally) => {
        entry.usedAtMs = nowMs
        addTally(this.#options.open(tally.keptIn), when, tally)
      },
      (flagKey, count) => this.#recordUnknown(flagKey, count, { projectId, source, sdk, at: atMs }),
    )
    entry.foldedAtMs = nowMs
    const bucketMs = bucketStart(nowMs, zone)
    if (bucketMs !== entry.bucketMs) counter.startBucket()
    entry.bucketMs = bucketMs
  }

  #flagOf(projectId: number, { key, flagId }: Decision): Pick<FlagAnswer, 'flagKey' | 'groupTypeIndex'> {
    const snapshot = this.#options.snapshots.peek(projectId)
    const holder = snapshot?.flag(key)
    // The key may belong to another flag by now.
    const flag = holder?.id === flagId ? holder : snapshot?.flags.find(({ id }) => id === flagId)
    if (!snapshot || !flag) return { flagKey: key, groupTypeIndex: null }
    const groupType = flagGroupType(flag, snapshot.project)
    return { flagKey: usageKeyOfDefinition(flag), groupTypeIndex: groupType?.index ?? null }
  }

  #recordUnknown(flagKey: string, count: number, of: Pick<FlagCall, 'projectId' | 'source' | 'sdk' | 'at'>): void {
    const call = { variant: 'false', measure: 'evaluations', distinctId: null, errors: 0, uuid: null } as const
    this.#options.record({ ...of, ...call, flagKey, count })
  }
}

type When = Omit<Parameters<UsageBatch['add']>[0], 'flagKey' | 'variant' | 'measure' | 'count' | 'errors'>

function addTally(batch: UsageBatch, when: When, tally: Tally): void {
  const { calls, exposures, evaluatedFor, exposedTo, answer, groups } = tally
  const { flagKey, variant, isError } = answer
  const cellOf = (measure: UsageMeasure, count: number) =>
    batch.add({ ...when, flagKey, variant, measure, count, errors: isError ? count : 0 })
  const evaluations = cellOf('evaluations', calls)
  if (evaluatedFor) batch.addUsers(evaluations, evaluatedFor)
  if (groups?.evaluatedFor) batch.addGroups(evaluations, groups.groupTypeIndex, groups.evaluatedFor)
  // A group may get a result for the first time that its user had before.
  if (exposures === 0 && !groups?.exposedTo) return
  const exposed = cellOf('exposures', exposures)
  if (exposedTo) batch.addUsers(exposed, exposedTo)
  if (groups?.exposedTo) batch.addGroups(exposed, groups.groupTypeIndex, groups.exposedTo)
}
