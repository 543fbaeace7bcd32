import type { Transaction } from '../storage/store.ts'
import { localDay } from '../time/time-zone.ts'
import { type Timestamp, timestampOf } from '../time/timestamp.ts'
import type { SeenFlag, StoredUserSet, UnknownFlag, UsageCount, UsagePeriod, UserSetKey } from './usage.ts'
import type { PendingFlag, PendingProject, UsageBatch, UsageCell } from './usage-batch.ts'
import { UserSet } from './user-set.ts'

export interface WriteBatchOptions {
  readonly nowMs: number
  readonly maxUnknownFlags: number
  /** Time zone of a project. */
  readonly zoneOf: (projectId: number) => string
}

/** Brings a batch into the store. The batch stays as it is, so that it can be tried again. */
export async function writeBatch(tx: Transaction, batch: UsageBatch, options: WriteBatchOptions): Promise<void> {
  // Every instance takes locks in this order: of tables, and in a table of keys.
  const projects = [...batch.projects].sort(([a], [b]) => a - b)
  const claimedAt = timestampOf(options.nowMs)
  for (const [projectId, project] of projects) {
    const repeated = await repeatedCalls(tx, projectId, project, claimedAt)
    const { counts, users } = rowsOf(projectId, project, repeated, options.zoneOf(projectId))
    await tx.usageCounts.add(counts)
    await saveUsers(tx, users)
    await tx.seenFlags.note(seenFlagsOf(projectId, project))
    await tx.seenFlags.noteUnknown(unknownFlagsOf(projectId, project), options.maxUnknownFlags)
  }
}

type Repeated = ReadonlyMap<UsageCell, { count: number; errors: number }>

/** What events that were counted before contributed to each cell. */
async function repeatedCalls(
  tx: Transaction,
  projectId: number,
  { events }: PendingProject,
  claimedAt: Timestamp,
): Promise<Repeated> {
  const repeated = new Map<UsageCell, { count: number; errors: number }>()
  if (events.size === 0) return repeated
  const fresh = new Set(await tx.claimedEvents.claim(projectId, [...events.keys()].sort(), claimedAt))
  for (const [uuid, { cell, count, errors }] of events) {
    if (fresh.has(uuid)) continue
    const sum = repeated.get(cell) ?? { count: 0, errors: 0 }
    repeated.set(cell, { count: sum.count + count, errors: sum.errors + errors })
  }
  return repeated
}

interface Rows {
  readonly counts: readonly UsageCount[]
  readonly users: readonly (readonly [UserSetKey, UserSet])[]
}

function rowsOf(projectId: number, { flags }: PendingProject, repeated: Repeated, zone: string): Rows {
  const counts = new Map<string, UsageCount>()
  const users = new Map<string, readonly [UserSetKey, UserSet]>()
  for (const [flagKey, flag] of flags) {
    for (const [bucketMs, cells] of flag.buckets) {
      for (const cell of cells) {
        const less = repeated.get(cell)
        const count = cell.count - (less?.count ?? 0)
        const errors = cell.errors - (less?.errors ?? 0)
        for (const [period, start] of periodsOf(bucketMs, zone)) {
          const { variant, measure, source, sdk } = cell
          const place = JSON.stringify([period, start, flagKey, variant, measure, source, sdk])
          const sum = counts.get(place)
          counts.set(place, {
            ...{ projectId, flagKey, variant, measure, source, sdk, period, start },
            count: (sum?.count ?? 0) + count,
            errors: (sum?.errors ?? 0) + errors,
          })
          const setPlace = JSON.stringify([period, start, flagKey, variant, measure])
          const key = { projectId, flagKey, variant, measure, period, start }
          const [, set] = users.get(setPlace) ?? [key, UserSet.empty()]
          set.merge(cell.users)
          if (set.size > 0) users.set(setPlace, [key, set])
        }
      }
    }
  }
  return { counts: inOrder(counts).filter(({ count, errors }) => count !== 0 || errors !== 0), users: inOrder(users) }
}

function periodsOf(bucketMs: number, zone: string): readonly (readonly [UsagePeriod, string])[] {
  return [
    ['bucket', timestampOf(bucketMs)],
    ['day', localDay(bucketMs, zone)],
  ]
}

function inOrder<Row>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

async function saveUsers(tx: Transaction, added: Rows['users']): Promise<void> {
  if (added.length === 0) return
  const stored = await tx.userSets.lock(added.map(([key]) => key))
  const storedOf = new Map(stored.map((set) => [placeOf(set), set]))
  const sets: StoredUserSet[] = []
  for (const [key, users] of added) {
    const before = storedOf.get(placeOf(key))
    if (before) users.merge(UserSet.read(before.users))
    sets.push({ ...key, users: users.toBytes() })
  }
  await tx.userSets.save(sets)
}

function placeOf({ period, start, flagKey, variant, measure }: UserSetKey): string {
  return JSON.stringify([period, start, flagKey, variant, measure])
}

function seenFlagsOf(projectId: number, { flags }: PendingProject): readonly SeenFlag[] {
  return [...flags].sort(byKey).map(([flagKey, flag]) => seenFlagOf(projectId, flagKey, flag))
}

function seenFlagOf(projectId: number, flagKey: string, flag: PendingFlag): SeenFlag {
  const { firstSeenMs, lastSeenMs, lastVariant, lastSdk } = flag
  const [firstSeen, lastSeen] = [timestampOf(firstSeenMs), timestampOf(lastSeenMs)]
  return { projectId, flagKey, firstSeen, lastSeen, lastVariant, lastSdk }
}

function unknownFlagsOf(projectId: number, { unknown }: PendingProject): readonly UnknownFlag[] {
  return [...unknown].sort(byKey).map(([flagKey, { count, firstSeenMs, lastSeenMs, lastSdk }]) => {
    const [firstSeen, lastSeen] = [timestampOf(firstSeenMs), timestampOf(lastSeenMs)]
    return { projectId, flagKey, count, firstSeen, lastSeen, lastSdk }
  })
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}
