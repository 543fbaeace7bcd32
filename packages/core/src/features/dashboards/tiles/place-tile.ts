import { userOf } from '../../../data/records/actor.ts'
import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { NewTile, Tile, TileContent } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { startYielding } from '../../../foundation/time/yield.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'

/** The maximum number of live tiles of a dashboard, because all of them are read together. */
export const MAX_TILES_PER_DASHBOARD = 1000

export type TileLook = Pick<
  Tile,
  'layouts' | 'color' | 'filtersOverrides' | 'showDescription' | 'transparentBackground'
>

const PLAIN_LOOK: TileLook = {
  layouts: {},
  color: null,
  filtersOverrides: {},
  showDescription: null,
  transparentBackground: null,
}

/** Returns the display fields of a tile, without its identity and its content. */
export function lookOf({ layouts, color, filtersOverrides, showDescription, transparentBackground }: Tile): TileLook {
  return { layouts, color, filtersOverrides, showDescription, transparentBackground }
}

/** Creates a tile on a locked dashboard. */
export async function placeTile(
  tx: Transaction,
  { projectId, id }: Pick<Dashboard, 'projectId' | 'id'>,
  content: TileContent,
  look: Partial<TileLook> = {},
): Promise<Tile> {
  const tile: NewTile = {
    ...PLAIN_LOOK,
    ...look,
    projectId,
    dashboardId: id,
    content,
    deleted: false,
    deletionId: null,
  }
  return tx.tiles.insert(tile)
}

/** Creates tiles on a locked dashboard, in this order: each with one of the contents and one of the looks. */
export function placeTiles(
  tx: Transaction,
  dashboard: Pick<Dashboard, 'projectId' | 'id'>,
  contents: readonly TileContent[],
  looks: readonly Partial<TileLook>[],
): Promise<Tile[]> {
  return startYielding(contents, (content, place) => placeTile(tx, dashboard, content, looks[place]))
}

export async function insertText(
  tx: Transaction,
  ctx: ProjectContext,
  body: string | null,
  createdBy: TextCard['createdBy'] = userOf(ctx.actor),
): Promise<TextCard> {
  return tx.textCards.insert({
    projectId: ctx.project.id,
    body,
    createdBy,
    lastModifiedAt: timestampOf(ctx.clock()),
    lastModifiedBy: null,
  })
}

/** Refuses a dashboard with too many live tiles. */
export function refuseTooManyTiles(liveTiles: number): void {
  if (liveTiles <= MAX_TILES_PER_DASHBOARD) return
  const limit = MAX_TILES_PER_DASHBOARD.toLocaleString('en-US')
  throw invalidInput([violation(null, 'invalid_input', `A dashboard can have at most ${limit} tiles.`)])
}
