import type { FieldChange, VersionStep } from '../../../data/records/activity.ts'
import type { Dashboard } from '../../../data/records/dashboard.ts'
import { DASHBOARD_FIELDS } from '../../../data/records/dashboard-fields.ts'
import { toldFields, type VersionedField, versionedFields } from '../../../data/records/record-field.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { itemOf } from '../../../runtime/history/read-version.ts'
import { stepTo } from '../../../runtime/history/version-step.ts'
import { documentOf, type VersionedKind } from '../../../runtime/history/versioned-kind.ts'
import { loadContents } from '../dashboard-contents.ts'
import { forgetTiles } from '../tiles/forget-tiles.ts'
import { refuseLargeLooks } from '../tiles/refuse-large-looks.ts'
import { tileFieldChanges, tileSummary } from '../tiles/tile-change.ts'

const VERSIONED_FIELDS = versionedFields(DASHBOARD_FIELDS)

/** A dashboard with all its tiles and texts, including deleted ones. */
export interface FurnishedDashboard extends Dashboard {
  readonly all: readonly Tile[]
  readonly texts: ReadonlyMap<number, TextCard>
}

/** The versioned state of a dashboard: its fields, its live tiles by their contents, and texts by their id. */
export interface DashboardState extends Pick<Dashboard, VersionedField<typeof DASHBOARD_FIELDS>> {
  readonly tiles: Readonly<Record<string, JsonObject>>
  readonly texts: Readonly<Record<string, string | null>>
}

/** Definition of the versions of dashboards. Versions without changes have no entry (DASH-12). */
export const DASHBOARD_HISTORY: VersionedKind<FurnishedDashboard> = {
  scope: 'Dashboard',
  told: toldFields(DASHBOARD_FIELDS),
  tellsEveryVersion: false,
  unversionedField: null,
  find: async (tx, projectId, id) => {
    const dashboard = await tx.dashboards.find(projectId, id)
    return dashboard && furnished(tx, dashboard)
  },
  stateOf: ({ all, texts, ...dashboard }) => ({
    ...documentOf(dashboard, VERSIONED_FIELDS),
    tiles: Object.fromEntries(all.flatMap((tile) => tileEntry(tileSummary(tile)))),
    texts: bodiesOf(texts.values()),
  }),
}

export async function furnished(tx: ReadTransaction, dashboard: Dashboard): Promise<FurnishedDashboard> {
  const { all, texts } = await loadContents(tx, dashboard)
  return { ...dashboard, all, texts }
}

/** Returns the step to a version of a dashboard that was just stored, including its contents. */
export async function dashboardStep(
  tx: Transaction,
  before: Dashboard,
  saved: Dashboard,
  changes: readonly FieldChange[],
): Promise<VersionStep> {
  const [walk, contents] = await Promise.all([
    tx.activity.walkOf(saved.projectId, itemOf(DASHBOARD_HISTORY, saved)),
    loadContents(tx, saved),
  ])
  const found = { ...saved, all: contents.all, texts: contents.texts }
  const forgotten = await forgetTiles(tx, contents)
  const after = DASHBOARD_HISTORY.stateOf(without(found, forgotten))
  // Earlier versions also contained the texts of tiles that are purged now.
  const texts = { ...(await textsGone(tx, found, changes)), ...bodiesOf(found.texts.values()) }
  const forgetting = tileFieldChanges(forgotten.map((before) => ({ before, after: null })))
  const isBack = before.deleted && !saved.deleted
  if (!isBack) refuseLargeLooks(Object.values(documentIn(after.tiles)), changes)
  const were = contentsBefore({ tiles: documentIn(after.tiles), texts }, [...changes, ...forgetting])
  return stepTo(saved.version, { ...after, ...documentOf(before, VERSIONED_FIELDS), ...were }, after, walk)
}

/** Returns the dashboard without the purged tiles. */
function without(found: FurnishedDashboard, forgotten: readonly Tile[]): FurnishedDashboard {
  if (forgotten.length === 0) return found
  const gone = new Set(forgotten)
  const all = found.all.filter((tile) => !gone.has(tile))
  const shown = new Set(all.flatMap(({ content }) => (content.kind === 'text' ? content.textId : [])))
  return { ...found, all, texts: new Map([...found.texts].filter(([id]) => shown.has(id))) }
}

/** Returns the texts of tiles that just moved to another dashboard. */
async function textsGone(
  tx: ReadTransaction,
  { projectId, texts }: FurnishedDashboard,
  changes: readonly FieldChange[],
): Promise<JsonObject> {
  const were = changes.flatMap(({ field, before }) => (field === 'tiles' ? (documentIn(before).text ?? []) : []))
  const gone = were.filter((id) => typeof id === 'number').filter((id) => !texts.has(id))
  if (gone.length === 0) return {}
  return bodiesOf(await tx.textCards.findMany(projectId, gone))
}

function bodiesOf(texts: Iterable<TextCard>): JsonObject {
  return Object.fromEntries([...texts].map(({ id, body }) => [String(id), body]))
}

function documentIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** Returns the contents of a dashboard before these changes of tiles and texts, which were applied in this order. */
function contentsBefore(
  { tiles, texts }: { readonly tiles: JsonObject; readonly texts: JsonObject },
  changes: readonly FieldChange[],
): JsonObject {
  const were = new Map(Object.entries(tiles))
  const said = new Map(Object.entries(texts))
  for (const { field, before, after } of changes.toReversed()) {
    if (field === 'tiles') {
      for (const [key] of tileEntry(after)) were.delete(key)
      for (const [key, look] of tileEntry(before)) were.set(key, look)
    }
    if (field === 'texts' && isJsonObject(before)) said.set(String(before.id), before.body ?? null)
  }
  return { tiles: Object.fromEntries(were), texts: Object.fromEntries(said) }
}

/**
 * Returns the key and the fields of a stored tile. The key is its content, which no other tile of the dashboard has;
 * the id determines the order.
 */
function tileEntry(summary: JsonValue): [string, JsonObject][] {
  if (!isJsonObject(summary)) return []
  const { insight = null, text = null, ...look } = summary
  return [[insight === null ? `text ${text}` : `insight ${insight}`, look]]
}
