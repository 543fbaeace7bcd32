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
  /** Takes the calls of flags that do not exist. */
  readonly record: (call: FlagCall) => void
  /** The batch that what users are kept in is to be added to next; never a full one. */
  readonly open: (keptIn: UserSource['keptIn']) => UsageBatch
  /** Asks for a fold before it is due. */
  readonly onFull: () => void
}

/** By what name the evaluations of a source go in the place of an SDK's. */
const SDK_OF: Readonly<Record<EvaluationSource, string>> = { embedded: 'flagdeck', server: '' }

/**
 * An application remembers as many users as SDKs do (USAGE-41). A server may have very many projects,
 * and to it a user who was forgotten is only counted among the users of the hour again, where users count once.
 */
const LIMITS_OF: Readonly<Record<EvaluationSource, UserRowsLimits>> = {
  embedded: { users: 50_000, words: 4 * 1024 * 1024 },
  server: { users: 2000, words: 128 * 1024 },
}

/** Counters of the server, and the bytes that all of them take: the oldest is let go for the next (OUT-8). */
const MAX_SERVER_COUNTERS = 1000
const MAX_SERVER_BYTES = 64 * 1024 * 1024
/** Bytes of users that may be counted before the next fold: they become a part of a batch, which is not much larger. */
// Bound: OUT-8 users-counted-here
const MAX_UNFOLDED_BYTES = 6 * 1024 * 1024

/** After so long without an evaluation, the server lets a project's counter go. */
const IDLE_MS = HOUR_MS

/** Nobody looks at the clock when a flag is evaluated; a fold that comes late must not move calls far back. */
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

/** The counters of all projects, and when they were last looked at. */
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

  /** The counter of a project, for an SDK of which there are few; null when nobody asked for the project yet. */
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

  /** Adds what was counted to the open batch, and to the next when that is full. */
  fold(): void {
    const nowMs = this.#options.clock()
    this.#unfoldedBytes = 0
    for (const [name, entry] of this.#entries) {
      this.#foldWhenKnown(entry, nowMs)
      // Whoever embeds a project holds its counter; the server asks for one each time.
      if (entry.source === 'server' && nowMs - entry.usedAtMs > IDLE_MS) this.#end(name, entry)
    }
    this.#makeRoom()
  }

  /** Forgets what was counted since the last fold. */
  drop(): void {
    this.#unfoldedBytes = 0
    for (const { counter } of this.#entries.values()) counter.drop()
  }

  #grow(bytes: number): void {
    const before = this.#unfoldedBytes
    this.#unfoldedBytes += bytes
    if (before < MAX_UNFOLDED_BYTES && this.#unfoldedBytes >= MAX_UNFOLDED_BYTES) this.#options.onFull()
  }

  /** Lets the oldest counters of the server go, with nothing lost: users who come again are of the same sets. */
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
    // Nobody can write the calls of a project that is gone, though an application goes on asking for its flags.
    else entry.counter.drop()
  }

  #foldEntry(entry: Entry, { id: projectId, timezone: zone }: Project, nowMs: number): void {
    const { counter, source, sdk } = entry
    // Calls since the last fold are taken for calls half way back: they are of one bucket, as one ends with a fold.
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
    // The key may be another flag's by now.
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
  // A group may get for the first time what its user had before.
  if (exposures === 0 && !groups?.exposedTo) return
  const exposed = cellOf('exposures', exposures)
  if (exposedTo) batch.addUsers(exposed, exposedTo)
  if (groups?.exposedTo) batch.addGroups(exposed, groups.groupTypeIndex, groups.exposedTo)
}
