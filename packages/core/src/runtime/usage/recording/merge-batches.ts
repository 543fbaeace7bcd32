import { type PendingFlag, type PendingProject, type PendingUnknown, UsageBatch } from './usage-batch.ts'
import { type UsageCell, UsageCells } from './usage-cells.ts'

/**
 * Adds batches up (USAGE-60). What several of them tell of the same event counts once. They stay as they are, and
 * belong together: what comes out is written as one. It is several batches when instances saw a project in different
 * time zones, as days of one zone are not days of another.
 */
export function mergeBatches(batches: readonly UsageBatch[]): readonly UsageBatch[] {
  if (batches.length < 2) return batches
  const merged: UsageBatch[] = []
  for (const batch of batches) {
    let into = merged.find((other) => haveSameZones(other, batch))
    if (!into) {
      into = new UsageBatch(batch.id)
      merged.push(into)
    }
    for (const [projectId, project] of batch.projects) addProject(into, projectId, project)
  }
  return merged
}

function haveSameZones(one: UsageBatch, other: UsageBatch): boolean {
  return [...other.projects].every(([id, { zone }]) => (one.projects.get(id)?.zone ?? zone) === zone)
}

function addProject({ projects }: UsageBatch, projectId: number, added: PendingProject): void {
  let project = projects.get(projectId)
  if (!project) {
    // Bound: dies with the transaction
    project = { zone: added.zone, flags: new Map(), unknown: new Map(), events: new Map(), calls: 0 }
    projects.set(projectId, project)
  }
  const places = new Map<UsageCell, UsageCell>()
  for (const [flagKey, flag] of added.flags) addFlag(project, flagKey, flag, places)
  for (const [flagKey, unknown] of added.unknown) addUnknown(project, flagKey, unknown)
  addEvents(project, added, places)
  project.calls += added.calls
}

function addFlag(
  { flags }: PendingProject,
  flagKey: string,
  added: PendingFlag,
  places: Map<UsageCell, UsageCell>,
): void {
  let flag = flags.get(flagKey)
  if (!flag) {
    // Bound: dies with the transaction
    flag = { ...added, buckets: new Map() }
    flags.set(flagKey, flag)
  }
  noteSeen(flag, added)
  for (const [bucketMs, cells] of added.buckets) {
    const into = flag.buckets.get(bucketMs) ?? new UsageCells()
    flag.buckets.set(bucketMs, into)
    addCells(into, cells, places)
  }
}

function noteSeen(flag: PendingFlag, { firstSeenMs, lastSeenMs, lastVariant, lastSdk }: PendingFlag): void {
  flag.firstSeenMs = Math.min(flag.firstSeenMs, firstSeenMs)
  if (lastSeenMs < flag.lastSeenMs) return
  flag.lastSeenMs = lastSeenMs
  flag.lastVariant = lastVariant
  flag.lastSdk = lastSdk
}

function addCells(into: UsageCells, added: UsageCells, places: Map<UsageCell, UsageCell>): void {
  for (const cell of added.all) {
    const place = into.at(cell)
    place.count += cell.count
    place.errors += cell.errors
    places.set(cell, place)
  }
  for (const cell of added.withUsers()) places.get(cell)?.users.merge(cell.users)
}

function addUnknown({ unknown }: PendingProject, flagKey: string, added: PendingUnknown): void {
  const known = unknown.get(flagKey)
  if (!known) {
    unknown.set(flagKey, { ...added })
    return
  }
  known.count += added.count
  known.firstSeenMs = Math.min(known.firstSeenMs, added.firstSeenMs)
  if (added.lastSeenMs < known.lastSeenMs) return
  known.lastSeenMs = added.lastSeenMs
  known.lastSdk = added.lastSdk
}

function addEvents({ events }: PendingProject, added: PendingProject, places: Map<UsageCell, UsageCell>): void {
  for (const [eventId, { cell, count, errors }] of added.events) {
    // Every cell of the project was given its place above.
    const place = places.get(cell) as UsageCell
    if (events.has(eventId)) {
      place.count -= count
      place.errors -= errors
    } else {
      events.set(eventId, { cell: place, count, errors })
    }
  }
}
