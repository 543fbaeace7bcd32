import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { jsonEquals, withoutUndefined } from '../../../foundation/json/json-value.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { loadContents } from '../dashboard-contents.ts'
import { changeText, type TextEntry } from './change-text.ts'
import { insertText, placeTile, type TileLook } from './place-tile.ts'
import type { TileChange } from './tile-change.ts'
import type { TileEntry } from './tile-input.ts'

/** The changes of the tiles, and the ids that no tile of the dashboard has. */
export interface AppliedEntries {
  readonly changes: readonly TileChange[]
  readonly ignoredTileIds: readonly number[]
}

/** Creates and changes tiles sequentially according to the entries. The dashboard must be locked (DASH-30). */
export async function applyTileEntries(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  dashboard: Dashboard,
  entries: readonly TileEntry[],
): Promise<AppliedEntries> {
  if (entries.length === 0) return { changes: [], ignoredTileIds: [] }
  refuseUnknownKinds(entries)
  const contents = await loadContents(tx, dashboard)
  const tiles = new Map(contents.all.map((tile) => [tile.id, tile]))
  const texts = new Map(contents.texts)
  const changes: TileChange[] = []
  const ignoredTileIds: number[] = []
  const slice = timeSlice()
  for (const entry of entries) {
    const change = await applyEntry(tx, ctx, { access, dashboard, texts, tiles }, entry)
    if (change?.after) {
      tiles.set(change.after.id, change.after)
      changes.push(change)
    } else if (typeof entry.id === 'number') ignoredTileIds.push(entry.id)
    await slice.yieldIfOver()
  }
  return { changes, ignoredTileIds }
}

interface Board {
  readonly access: ProjectAccess
  readonly dashboard: Dashboard
  /** Every tile and text after the previous entries. */
  readonly tiles: ReadonlyMap<number, Tile>
  readonly texts: Map<number, TextCard>
}

/** Returns undefined if the entry changes nothing. */
async function applyEntry(
  tx: Transaction,
  ctx: ProjectContext,
  board: Board,
  entry: TileEntry,
): Promise<TileChange | undefined> {
  const text = sentText(board, entry)
  if (text) return applyTextEntry(tx, ctx, board, { ...entry, text })
  const before = namedTile(board, entry)
  return before && { before, after: await saveTile(tx, before, entry) }
}

/**
 * Returns the text that an entry creates or changes: the text that it names, or else that of the tile that it names.
 */
function sentText(board: Board, entry: TileEntry): TextEntry | undefined {
  // Clients that delete a tile send all of it, including its text.
  if (!entry.text || entry.deleted === true) return undefined
  if (typeof entry.text.id === 'number') return entry.text
  if (entry.text.body === undefined) return undefined
  // Terraform stores ids of tiles, not of texts: without this, each run would create another text.
  const named = namedTile(board, entry)
  return named?.content.kind === 'text' && !named.deleted ? { ...entry.text, id: named.content.textId } : entry.text
}

function namedTile({ tiles }: Board, { id }: TileEntry): Tile | undefined {
  return typeof id === 'number' ? tiles.get(id) : undefined
}

async function applyTextEntry(
  tx: Transaction,
  ctx: ProjectContext,
  board: Board,
  entry: TileEntry & { readonly text: TextEntry },
): Promise<TileChange> {
  const { id: textId, body = null } = entry.text
  if (typeof textId !== 'number') {
    const text = await insertText(tx, ctx, body)
    const content = { kind: 'text' as const, textId: text.id }
    return { before: null, after: await placeTile(tx, board.dashboard, content, sentLook(entry)) }
  }
  const before = [...board.tiles.values()].find((tile) => showsText(tile, textId) && !tile.deleted)
  const text = board.texts.get(textId)
  if (!before || !text) throw await unknownText(tx, ctx, textId)
  const changed = await changeText(tx, ctx, board.access, text, entry.text)
  board.texts.set(textId, changed)
  return { before, after: await saveTile(tx, before, entry), text: { before: text, after: changed } }
}

function showsText({ content }: Tile, textId: number): boolean {
  return content.kind === 'text' && content.textId === textId
}

async function unknownText(tx: Transaction, ctx: ProjectContext, textId: number) {
  const [text] = await tx.textCards.findMany(ctx.project.id, [textId])
  const detail = text ? 'Text tile not found.' : 'Text tile not found in this team.'
  return invalidInput([violation('text', 'invalid_input', detail)])
}

/** Stores a tile with the sent fields. A restored tile is no longer marked with a deletion. */
export async function saveTile(
  tx: Transaction,
  before: Tile,
  sent: SentLook & { readonly deleted?: boolean | undefined },
): Promise<Tile> {
  const after: Tile = { ...before, ...sentLook(sent), deleted: sent.deleted ?? before.deleted, deletionId: null }
  if (!sameTile(before, after)) await tx.tiles.update(after)
  return after
}

/** Whether both tiles are equal. Clients send whole dashboards back, and most tiles are unchanged. */
function sameTile(a: Tile, b: Tile): boolean {
  return jsonEquals({ ...a, content: null }, { ...b, content: null })
}

type SentLook = { readonly [F in keyof TileLook]?: TileLook[F] | undefined }

/** Returns the display fields that an entry contains. */
export function sentLook({ layouts, color, filtersOverrides, showDescription, transparentBackground }: SentLook) {
  return withoutUndefined({
    layouts,
    color,
    filtersOverrides,
    showDescription,
    transparentBackground,
  }) as Partial<TileLook> // without undefined fields
}

/** Refuses kinds of tiles that this product does not support. */
export function refuseUnknownKinds(entries: readonly Pick<TileEntry, 'deleted' | 'widget' | 'buttonTile'>[]): void {
  for (const { deleted, widget, buttonTile } of entries) {
    if (deleted === true) continue
    if (widget) {
      throw invalidInput([violation('widget', 'invalid_input', 'Dashboard widgets are not enabled for this project.')])
    }
    if (buttonTile) {
      throw invalidInput([violation('buttonTile', 'invalid_input', 'Button tiles are not enabled for this project.')])
    }
  }
}
