import { type Dashboard, RESTRICTION_LEVELS } from '../../data/records/dashboard.ts'
import { DASHBOARD_FIELDS } from '../../data/records/dashboard-fields.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { jsonEquals, withoutUndefined } from '../../foundation/json/json-value.ts'
import { createDashboard } from '../dashboards/create-dashboard.ts'
import {
  type CheckedDashboardFields,
  checkUpdateDashboard,
  type DashboardInput,
} from '../dashboards/dashboard-input.ts'
import { createDashboardFromTemplate } from '../dashboards/templates/create-dashboard-from-template.ts'
import { updateDashboard } from '../dashboards/update-dashboard.ts'
import { exportedTiles, importTiles, inAnyOrder } from './dashboard-tiles.ts'
import type { DashboardEntry } from './export-document.ts'
import { changedFields, fieldDifferences } from './field-differences.ts'
import type { FieldDifference } from './import-plan.ts'
import type { ImportRun } from './import-run.ts'
import { shownReference } from './name-reference.ts'
import type { ParsedEntry } from './parse-document.ts'
import type { FilledDashboard } from './project-contents.ts'
import { type DocumentValues, documentInputs } from './record-documents.ts'

/** The names of the fields that operations take unchanged: in documents, and in their input. */
const FIELD_PAIRS = documentInputs(DASHBOARD_FIELDS)

export async function importDashboards(run: ImportRun): Promise<void> {
  const found = new Map(run.contents.dashboards.map((dashboard, index) => [dashboard.key, { dashboard, index }]))
  // The numbers of dashboards with the same name are the order of their creation, so they are created in this order.
  const entries = (run.wanted.sections.dashboards ?? []).toSorted((a, b) => numberOf(a) - numberOf(b))
  for (const entry of entries) {
    const fields = await run.attempt(entry, () => exportedFields(entry.fields))
    if (!fields) continue
    const there = found.get(entry.key)
    if (!there) await create(run, entry, fields)
    else await update(run, entry, fields, there.dashboard, run.current.dashboards[there.index])
  }
}

function numberOf({ fields }: ParsedEntry): number {
  return Number(fields.number ?? 1)
}

function dashboardInput(fields: JsonObject): DashboardInput {
  const input = Object.fromEntries(FIELD_PAIRS.map(([field, name]) => [name, fields[field]]))
  return withoutUndefined(input) as DashboardInput // validated by the operation
}

/** Returns the fields that were sent, in the form of an export. */
function exportedFields(fields: JsonObject): JsonObject {
  const { fields: checked } = checkUpdateDashboard(dashboardInput(fields))
  const plain = FIELD_PAIRS.map(([field, name]) => [field, checked[name as keyof CheckedDashboardFields]])
  const tiles = fields.tiles === undefined ? undefined : exportedTiles(fields.tiles)
  return withoutUndefined({ ...Object.fromEntries(plain), tiles }) as JsonObject // validated plain data
}

async function create(run: ImportRun, entry: ParsedEntry, fields: JsonObject): Promise<void> {
  run.change('create', 'dashboard', shownReference(entry.key))
  const { ctx } = run
  const made = await run.attempt(entry, async () => {
    const { tiles = [], ...rest } = fields
    if (!Array.isArray(tiles) || tiles.length === 0) return createDashboard(ctx, dashboardInput(rest))
    const dashboard = await createDashboardFromTemplate(ctx, { template: templateOf(fields) })
    const more = Object.entries(rest).filter(([field, value]) => !isInTemplate(field, value))
    return more.length === 0 ? dashboard : updateDashboard(ctx, dashboard.id, dashboardInput(Object.fromEntries(more)))
  })
  if (made) run.names.dashboards.add(made.id, entry.key)
}

/** The fields of a dashboard that are part of a template ({@link templateOf}). */
type TemplateField = 'name' | 'description' | 'filters' | 'tags'

/** The other fields of a dashboard from a template, unless a document sets them. */
const WITHOUT_SAYING: JsonObject = {
  pinned: false,
  variables: {},
  breakdown_colors: [],
  data_color_theme_id: null,
  quick_filter_ids: [],
  restriction_level: RESTRICTION_LEVELS.everyoneCanEdit,
} satisfies Record<Exclude<keyof DocumentValues<Dashboard, typeof DASHBOARD_FIELDS>, TemplateField>, JsonValue>

function isInTemplate(field: string, value: JsonValue): boolean {
  if (Object.hasOwn(WITHOUT_SAYING, field)) return jsonEquals(WITHOUT_SAYING[field] ?? null, value)
  return field !== 'name' || value !== null
}

/**
 * Returns the template of a dashboard with all its tiles. Other fields, and those that a template cannot have empty,
 * are set by an update.
 */
function templateOf({
  name,
  description,
  filters,
  tags,
  tiles,
}: Partial<Record<TemplateField | 'tiles', JsonValue>>): JsonValue {
  return {
    template_name: name ?? 'Dashboard',
    dashboard_description: description ?? '',
    dashboard_filters: filters ?? {},
    tags: tags ?? [],
    tiles: tiles ?? [],
  }
}

async function update(
  run: ImportRun,
  entry: ParsedEntry,
  fields: JsonObject,
  { item, contents }: FilledDashboard,
  current: DashboardEntry | undefined,
): Promise<void> {
  const differences = differencesOf(current, fields)
  if (differences.length === 0) return run.keep()
  run.change('update', 'dashboard', shownReference(entry.key), differences)
  const changed = changedFields(differences)
  await run.attempt(entry, async () => {
    const input = dashboardInput(Object.fromEntries(Object.entries(fields).filter(([field]) => changed.has(field))))
    if (Object.keys(input).length > 0) await updateDashboard(run.ctx, item.id, input)
    const { tiles } = fields
    if (changed.has('tiles') && Array.isArray(tiles)) await importTiles(run, item, contents, tiles as JsonObject[]) // exported form
  })
}

function differencesOf(current: DashboardEntry | undefined, fields: JsonObject): readonly FieldDifference[] {
  const differences = fieldDifferences({ ...current }, fields)
  const sameTiles = JSON.stringify(inAnyOrder(current?.tiles)) === JSON.stringify(inAnyOrder(fields.tiles))
  return sameTiles ? differences.filter(({ field }) => field !== 'tiles') : differences
}

export async function deleteSurplusDashboards(run: ImportRun): Promise<void> {
  const wanted = run.wanted.sections.dashboards
  if (!wanted) return
  const kept = new Set(wanted.map(({ key }) => key))
  for (const { key, item } of run.contents.dashboards.filter(({ key }) => !kept.has(key))) {
    const remove = () => updateDashboard(run.ctx, item.id, { deleted: true, deleteInsights: true })
    await run.surplus('dashboard', shownReference(key), remove)
  }
}
