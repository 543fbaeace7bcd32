import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { lookOf, placeTiles } from './place-tile.ts'

/** Creates tiles on a dashboard that show the same insights and texts as these tiles. */
export function shareTiles(tx: Transaction, dashboard: Dashboard, tiles: readonly Tile[]): Promise<Tile[]> {
  const contents = tiles.map(({ content }) => content)
  return placeTiles(tx, dashboard, contents, tiles.map(lookOf))
}
