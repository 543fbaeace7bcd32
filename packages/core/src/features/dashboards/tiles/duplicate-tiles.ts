import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { doesNotExist } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { loadContents } from '../dashboard-contents.ts'
import { cloneTile } from './clone-tile.ts'
import type { TileChange } from './tile-change.ts'
import type { DuplicateTile } from './tile-input.ts'

/** Copies tiles on their own dashboard, which is locked, with what they show. */
export async function duplicateTiles(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  wanted: readonly DuplicateTile[],
): Promise<TileChange[]> {
  if (wanted.length === 0) return []
  const contents = await loadContents(tx, dashboard)
  const copies: TileChange[] = []
  for (const [index, { id, layouts = {} }] of wanted.entries()) {
    const tile = contents.live.find((each) => each.id === id)
    if (!tile) throw unknownTile(index, id)
    copies.push({ before: null, after: await cloneTile(tx, ctx, dashboard, { ...tile, layouts }, contents) })
  }
  return copies
}

function unknownTile(index: number, id: Tile['id']) {
  return invalidInput([doesNotExist(`duplicateTiles__${index}__id`, id)])
}
