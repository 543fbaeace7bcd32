import type { SeenFlag, UnknownFlag, UsageCount, UsagePeriod, UserSetKey } from '../../../data/records/usage.ts'
import { localDay } from '../../../foundation/time/time-zone.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { RetentionStarts } from '../usage-retention.ts'
import type { PendingUsers } from './pending-users.ts'
import type { PendingFlag, PendingProject, UsageBatch } from './usage-batch.ts'
import { groupsIn, type UsageCell, UsageCells } from './usage-cells.ts'

/** The counts to subtract from each cell: they come from events that were counted before. */
export type Repeated = ReadonlyMap<UsageCell, { readonly count: number; readonly errors: number }>

export interface BatchRows {
  readonly counts: readonly UsageCount[]
  readonly users: readonly (readonly [UserSetKey, PendingUsers])[]
  readonly seen: readonly SeenFlag[]
  readonly unknown: readonly UnknownFlag[]
}

/** Returns the rows that a batch adds to. They exclude events that were counted before, and calls that are too old. */
export function batchRows(batch: UsageBatch, repeated: Repeated, since: RetentionStarts): BatchRows {
  const rows = { counts: [], users: [], seen: [], unknown: [] }
  // Ordered by project, because the writer locks the sets of one project together and then waits for those of the next.
  const projects = [...batch.projects].sort(([a], [b]) => a - b)
  for (const [projectId, project] of projects) addProject(rows, projectId, project, repeated, since)
  return rows
}

type Growing = { readonly [Kind in keyof BatchRows]: BatchRows[Kind][number][] }

function addProject(
  rows: Growing,
  projectId: number,
  { zone, flags, unknown }: PendingProject,
  repeated: Repeated,
  since: RetentionStarts,
): void {
  for (const [flagKey, flag] of flags) {
    rows.seen.push(seenFlag(projectId, flagKey, flag))
    for (const [bucketMs, cells] of flag.buckets) {
      const place = { projectId, flagKey, period: 'bucket', start: timestampOf(bucketMs) } as const
      if (bucketMs >= since.buckets) addCounts(rows, place, cells, repeated)
      if (bucketMs >= since.bucketUsers) addUsers(rows, place, cells)
    }
    for (const [start, cells] of daysOf(flag, zone, repeated)) {
      const place = { projectId, flagKey, period: 'day', start } as const
      addCounts(rows, place, cells)
      addUsers(rows, place, cells)
    }
  }
  for (const [flagKey, { count, firstSeenMs, lastSeenMs, lastSdk }] of unknown) {
    const [firstSeen, lastSeen] = [timestampOf(firstSeenMs), timestampOf(lastSeenMs)]
    rows.unknown.push({ projectId, flagKey, count, firstSeen, lastSeen, lastSdk })
  }
}

interface Place {
  readonly projectId: number
  readonly flagKey: string
  readonly period: UsagePeriod
  readonly start: string
}

function addCounts(rows: Growing, place: Place, cells: UsageCells, repeated?: Repeated): void {
  for (const cell of cells.all) {
    const { variant, measure, source, sdk } = cell
    const before = repeated?.get(cell)
    const [count, errors] = [cell.count - (before?.count ?? 0), cell.errors - (before?.errors ?? 0)]
    if (count !== 0 || errors !== 0) rows.counts.push({ ...place, variant, measure, source, sdk, count, errors })
  }
}

function addUsers(rows: Growing, place: Place, cells: UsageCells): void {
  for (const [key, set] of cells.sets()) rows.users.push([{ ...place, ...key }, set])
}

/** Returns the calls of a flag by day, without those that were counted before. Each bucket belongs to one day. */
function daysOf(flag: PendingFlag, zone: string, repeated: Repeated): ReadonlyMap<string, UsageCells> {
  const days = new Map<string, UsageCells>()
  for (const [bucketMs, { all }] of flag.buckets) {
    const day = localDay(bucketMs, zone)
    const cells = days.get(day) ?? new UsageCells()
    days.set(day, cells)
    const included = new Set<PendingUsers>()
    for (const cell of all) {
      const sum = cells.at(cell)
      sum.count += cell.count - (repeated.get(cell)?.count ?? 0)
      sum.errors += cell.errors - (repeated.get(cell)?.errors ?? 0)
      if (!included.has(cell.users)) includeSets(sum, cell)
      included.add(cell.users)
    }
  }
  return days
}

function includeSets(sum: UsageCell, { users, groups }: UsageCell): void {
  sum.users.include(users)
  for (const [groupTypeIndex, set] of groups) groupsIn(sum, groupTypeIndex).include(set)
}

function seenFlag(projectId: number, flagKey: string, flag: PendingFlag): SeenFlag {
  const { firstSeenMs, lastSeenMs, lastVariant, lastSdk } = flag
  const [firstSeen, lastSeen] = [timestampOf(firstSeenMs), timestampOf(lastSeenMs)]
  return { projectId, flagKey, firstSeen, lastSeen, lastVariant, lastSdk }
}
