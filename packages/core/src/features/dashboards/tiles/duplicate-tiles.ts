import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { doesNotExist } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { loadContents } from '../dashboard-contents.ts'
import { cloneTiles } from './clone-tile.ts'
import type { TileChange } from './tile-change.ts'
import type { DuplicateTile } from './tile-input.ts'

/** Copies tiles and their contents on their own dashboard, which must be locked. */
export async function duplicateTiles(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  wanted: readonly DuplicateTile[],
): Promise<TileChange[]> {
  if (wanted.length === 0) return []
  const contents = await loadContents(tx, dashboard)
  const tiles = wanted.map(({ id, layouts = {} }, index) => {
    const tile = contents.live.find((each) => each.id === id)
    if (!tile) throw unknownTile(index, id)
    return { ...tile, layouts }
  })
  const copies = await cloneTiles(tx, ctx, dashboard, tiles, contents)
  return copies.map((after) => ({ before: null, after }))
}

function unknownTile(index: number, id: Tile['id']) {
  return invalidInput([doesNotExist(`duplicateTiles__${index}__id`, id)])
}
