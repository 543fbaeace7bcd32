import type { JsonValue } from '@flagdeck/core'
import type { StoredRows } from './stored-rows.ts'
import type { Thing, ThingState } from './thing.ts'
import type { ToldChanges } from './told-changes.ts'

/** A record in the database. */
export interface StoredThing {
  readonly thing: Thing
  readonly state: ThingState
}

type Row = Readonly<Record<string, unknown>>
type Untold = Readonly<Record<string, JsonValue>>

/** Returns all records of a project that writers can have created. */
export async function storedThings(
  rows: StoredRows,
  projectId: number,
  told: ToldChanges,
): Promise<readonly StoredThing[]> {
  const of = (columns: string, table: string) =>
    rows.all(`select ${columns} from ${table} where project_id = ${projectId} order by id`)
  const flags = await of('id, key, name, filters, tags, active, deleted, version, usage_dashboard_id', 'flags')
  const dashboards = await of('id, name, description, deleted, version', 'dashboards')
  const cohorts = await of('id, name, description, deleted', 'cohorts')
  const tiles = grouped(await rows.all(tilesOf(projectId)), 'dashboard_id')
  const grants = grouped(await of('flag_id', 'flag_role_access'), 'flag_id')
  const usage = new Set(flags.map(({ usage_dashboard_id }) => usage_dashboard_id))
  const own = dashboards.filter(({ id }) => !usage.has(id))
  const asThing = (kind: Thing['kind'], { id }: Row, name: unknown, state: Untold): StoredThing => ({
    thing: { kind, projectId, name: String(name) },
    state: { ...state, told: told.countOf(kind, Number(id)) },
  })
  return [
    ...flags.map((row) => asThing('FeatureFlag', row, row.key, flagState(row, tiles, grants))),
    ...own.map((row) => asThing('Dashboard', row, row.name, dashboardState(row, tiles.get(Number(row.id)) ?? []))),
    ...cohorts.map((row) => asThing('Cohort', row, row.name, cohortState(row))),
  ]
}

function tilesOf(projectId: number): string {
  return `select tiles.dashboard_id, tiles.insight_id, text_cards.body from tiles
    left join text_cards on text_cards.project_id = tiles.project_id and text_cards.id = tiles.text_id
    where tiles.project_id = ${projectId} and tiles.deleted = false order by tiles.id`
}

function grouped(rows: readonly Row[], column: string): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => Number(row[column]))
}

type Grouped = ReturnType<typeof grouped>

function flagState(row: Row, tiles: Grouped, grants: Grouped): Untold {
  const { groups } = JSON.parse(String(row.filters)) as StoredFilters // the format that the store writes to the column
  const { usage_dashboard_id: usage } = row
  return {
    version: Number(row.version),
    name: String(row.name),
    percentage: groups[0]?.rollout_percentage ?? null,
    tags: JSON.parse(String(row.tags)),
    active: Boolean(row.active),
    deleted: Boolean(row.deleted),
    usageTiles: usage === null ? null : (tiles.get(Number(usage))?.length ?? 0),
    grants: grants.get(Number(row.id))?.length ?? 0,
  }
}

interface StoredFilters {
  readonly groups: readonly { readonly rollout_percentage?: number }[]
}

function dashboardState(row: Row, tiles: readonly Row[]): Untold {
  return {
    version: Number(row.version),
    description: String(row.description),
    deleted: Boolean(row.deleted),
    insights: tiles.filter(({ insight_id }) => insight_id !== null).length,
    texts: tiles.flatMap(({ body }) => (body === null ? [] : [String(body)])),
  }
}

function cohortState(row: Row): Untold {
  return { description: String(row.description), deleted: Boolean(row.deleted) }
}
