import { z } from 'zod'
import { USAGE_MEASURES, USAGE_SOURCES } from '../../../data/records/usage.ts'
import { fromBase64, toBase64 } from '../../../foundation/bytes/base64.ts'
import { UserSet } from '../user-set.ts'
import { type PendingFlag, type PendingProject, UsageBatch } from './usage-batch.ts'
import { type UsageCell, UsageCells } from './usage-cells.ts'

/** A batch as instances give it to each other, and the projects it is of. */
export interface SharedBatch {
  readonly batch: UsageBatch
  /** By their ids: numbers alone could be those of another database. */
  readonly projectUuids: ReadonlyMap<number, string>
}

const count = z.int().nonnegative()
const moment = z.int()

const cellSchema = z.object({
  variant: z.string(),
  measure: z.enum(USAGE_MEASURES),
  source: z.enum(USAGE_SOURCES),
  sdk: z.string(),
  count,
  errors: count,
  /** A set as `UserSet` writes it, in base64; in one of the cells that share it. */
  users: z.base64().optional(),
})

const flagSchema = z.object({
  key: z.string(),
  firstSeenMs: moment,
  lastSeenMs: moment,
  lastVariant: z.string(),
  lastSdk: z.string(),
  buckets: z.array(z.object({ startMs: moment, cells: z.array(cellSchema) })),
})

const projectSchema = z.object({
  id: count,
  uuid: z.string(),
  zone: z.string(),
  calls: count,
  flags: z.array(flagSchema),
  unknown: z.array(z.object({ key: z.string(), count, firstSeenMs: moment, lastSeenMs: moment, lastSdk: z.string() })),
  /** The cell is its place among all cells of the project, in the order in which they stand here. */
  events: z.array(z.object({ id: z.string(), cell: count, count, errors: count })),
})

const documentSchema = z.object({ id: z.string(), projects: z.array(projectSchema).min(1) })

/**
 * The shape that is written, of {@link SharedBatch}: JSON in UTF-8. Raise it whenever that changes; releases that run
 * side by side then do not read each other's.
 */
export const BATCH_FORMAT = 1

type CellDocument = z.output<typeof cellSchema>
type FlagDocument = z.output<typeof flagSchema>
type ProjectDocument = z.output<typeof projectSchema>

export function encodeBatch({ batch, projectUuids }: SharedBatch): Uint8Array {
  const projects = [...batch.projects].map(([id, project]) => projectDocument(id, projectUuids.get(id) ?? '', project))
  return new TextEncoder().encode(JSON.stringify({ id: batch.id, projects }))
}

/** The batch in some bytes; undefined when they are none. */
export function decodeBatch(bytes: Uint8Array): SharedBatch | undefined {
  try {
    const { id, projects } = documentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
    const batch = new UsageBatch(id, new Map(projects.map((project) => [project.id, pendingProject(project)])))
    return { batch, projectUuids: new Map(projects.map((project) => [project.id, project.uuid])) }
  } catch {
    return undefined
  }
}

function projectDocument(id: number, uuid: string, project: PendingProject): ProjectDocument {
  const places = new Map<UsageCell, number>()
  const flags = [...project.flags].map(([key, { buckets, ...seen }]) => ({
    key,
    ...seen,
    buckets: [...buckets].map(([startMs, cells]) => ({ startMs, cells: cellDocuments(cells, places) })),
  }))
  const unknown = [...project.unknown].map(([key, calls]) => ({ key, ...calls }))
  const events = [...project.events].map(([eventId, { cell, count, errors }]) => {
    // Events count in the cells of their project, all of which are in the list.
    return { id: eventId, cell: places.get(cell) as number, count, errors }
  })
  return { id, uuid, zone: project.zone, calls: project.calls, flags, unknown, events }
}

function cellDocuments(cells: UsageCells, places: Map<UsageCell, number>): CellDocument[] {
  const withUsers = new Set(cells.withUsers())
  return cells.all.map((cell) => {
    places.set(cell, places.size)
    const { users, ...counted } = cell
    return withUsers.has(cell) ? { ...counted, users: toBase64(users.toBytes()) } : counted
  })
}

function pendingProject({ zone, calls, flags, unknown, events }: ProjectDocument): PendingProject {
  const places: UsageCell[] = []
  return {
    zone,
    calls,
    flags: new Map(flags.map((flag) => [flag.key, pendingFlag(flag, places)])),
    unknown: new Map(unknown.map(({ key, ...calls }) => [key, calls])),
    events: new Map(
      events.map(({ id, cell, count, errors }) => {
        const place = places[cell]
        if (!place) throw new RangeError('an event of no cell')
        return [id, { cell: place, count, errors }]
      }),
    ),
  }
}

function pendingFlag({ buckets, key: _, ...seen }: FlagDocument, places: UsageCell[]): PendingFlag {
  return { ...seen, buckets: new Map(buckets.map(({ startMs, cells }) => [startMs, usageCells(cells, places)])) }
}

function usageCells(documents: readonly CellDocument[], places: UsageCell[]): UsageCells {
  const cells = new UsageCells()
  for (const { users, count, errors, ...key } of documents) {
    const cell = cells.at(key)
    cell.count += count
    cell.errors += errors
    if (users !== undefined) cell.users.merge(UserSet.read(fromBase64(users)))
    places.push(cell)
  }
  return cells
}
