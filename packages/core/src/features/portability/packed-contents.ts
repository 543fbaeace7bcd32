import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { loadContentsInParts } from '../dashboards/dashboard-contents.ts'
import { exportedTile } from '../dashboards/templates/export-template.ts'
import { templatesInParts } from '../dashboards/templates/templates-in-parts.ts'
import type { DashboardEntry, FlagEntry, TemplateEntry } from './export-document.ts'
import { type Numbered, numbered } from './name-reference.ts'
import { type ListedFlag, listedDashboards, loadProjectWith, type ProjectContents } from './project-contents.ts'
import {
  byTemplateName,
  emptyDashboardEntry,
  flagEntries,
  inKeyOrder,
  numberOf,
  templateEntry,
} from './project-document.ts'

/** JSON in UTF-8, outside of V8's heap. As objects it may take twenty times as much memory. */
type PackedJson = Uint8Array

interface PackedFlag extends ListedFlag {
  readonly json: PackedJson
}

interface PackedDashboard extends Pick<Dashboard, 'id' | 'name'> {
  /** The entry of the dashboard without number and tiles. */
  readonly json: PackedJson
  readonly tiles: readonly PackedJson[]
}

interface PackedTemplate extends Pick<TemplateEntry, 'template_name'> {
  /** The entry of the template without its tiles. */
  readonly json: PackedJson
  readonly tiles: readonly PackedJson[]
}

/** A project whose flags, dashboards and templates are JSON until they are written. */
export type PackedContents = ProjectContents<PackedFlag, Numbered<PackedDashboard>, PackedTemplate>

/** Loads a project a few records at a time. `show` determines which payloads of a flag are exported. */
export function loadPacked(
  tx: ReadTransaction,
  ctx: ProjectContext,
  show: (flag: Flag) => Promise<Flag> | Flag,
): Promise<PackedContents> {
  const { id } = ctx.project
  return loadProjectWith(tx, ctx, {
    flags: (tx) => everyFlag(tx, id, async (flag) => packedFlag(await show(flag))),
    dashboards: (tx, flags) => everyDashboard(tx, id, flags),
    templates: (tx) => everyTemplate(tx, id),
  })
}

/** Yields the entries of the document. Each exists only while it is written. */
export function* packedFlagEntries(contents: PackedContents): Generator<FlagEntry> {
  const entryOf = flagEntries(contents)
  for (const { json } of inKeyOrder(contents.flags)) yield entryOf(unpacked<Flag>(json))
}

/** An entry whose tiles are created when they are written. */
type WithTiles<Entry> = Omit<Entry, 'tiles'> & { readonly tiles: Iterable<JsonObject> }

export function* packedDashboardEntries({ dashboards }: PackedContents): Generator<WithTiles<DashboardEntry>> {
  for (const { item, number } of dashboards) {
    const entry = unpacked<Omit<DashboardEntry, 'tiles'>>(item.json)
    yield { ...entry, ...numberOf(number), tiles: everyUnpacked(item.tiles) }
  }
}

export function* packedTemplateEntries({ templates }: PackedContents): Generator<WithTiles<TemplateEntry>> {
  for (const { json, tiles } of templates) {
    yield { ...unpacked<Omit<TemplateEntry, 'tiles'>>(json), tiles: everyUnpacked(tiles) }
  }
}

function* everyUnpacked<T>(list: readonly PackedJson[]): Generator<T> {
  for (const json of list) yield unpacked<T>(json)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function packed(value: object): PackedJson {
  return encoder.encode(JSON.stringify(value))
}

function unpacked<T>(json: PackedJson): T {
  // It was packed from such a value.
  return JSON.parse(decoder.decode(json)) as T
}

function packedFlag(flag: Flag): PackedFlag {
  const { id, key, usageDashboardId } = flag
  return { id, key, usageDashboardId, json: packed(flag) }
}

/** The number of flags that are read together: few while they may be large, more if the previous flags were small. */
const LARGE_AT_ONCE = 3
const SMALL_AT_ONCE = 25
const SMALL_BYTES = 64 * 1024

async function everyFlag(
  tx: ReadTransaction,
  projectId: number,
  pack: (flag: Flag) => Promise<PackedFlag>,
): Promise<readonly PackedFlag[]> {
  const flags: PackedFlag[] = []
  for (let limit = LARGE_AT_ONCE; ; ) {
    const part = await tx.flags.listLiveAfter(projectId, flags.at(-1)?.key ?? '', limit)
    const packed = await Promise.all(part.map(pack))
    flags.push(...packed)
    if (part.length < limit) return flags.toSorted((a, b) => a.id - b.id)
    limit = packed.every(({ json }) => json.length < SMALL_BYTES) ? SMALL_AT_ONCE : LARGE_AT_ONCE
    await yieldToOthers()
  }
}

async function everyDashboard(
  tx: ReadTransaction,
  projectId: number,
  flags: readonly ListedFlag[],
): Promise<readonly Numbered<PackedDashboard>[]> {
  const dashboards: PackedDashboard[] = []
  for await (const dashboard of listedDashboards(tx, projectId, flags)) {
    const { id, name } = dashboard
    const tiles = await packedTiles(tx, dashboard)
    dashboards.push({ id, name, tiles, json: packed(emptyDashboardEntry(dashboard, 1)) })
  }
  return numbered(dashboards)
}

async function packedTiles(tx: ReadTransaction, dashboard: Dashboard): Promise<readonly PackedJson[]> {
  const slice = timeSlice()
  const contents = await loadContentsInParts(tx, dashboard)
  const tiles: PackedJson[] = []
  for (const tile of contents.live) {
    tiles.push(packed(exportedTile(tile, contents)))
    await slice.yieldIfOver()
  }
  return tiles
}

async function everyTemplate(tx: ReadTransaction, projectId: number): Promise<readonly PackedTemplate[]> {
  const templates: PackedTemplate[] = []
  for await (const part of templatesInParts(tx, projectId)) templates.push(...part.map(packedTemplate))
  return templates.toSorted(byTemplateName)
}

function packedTemplate(template: DashboardTemplate): PackedTemplate {
  const { tiles, ...entry } = templateEntry(template)
  return { template_name: entry.template_name, json: packed(entry), tiles: tiles.map(packed) }
}
