import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import { lookOf, placeTile } from './place-tile.ts'

/** Puts tiles on a dashboard that show the same insights and texts. */
export async function shareTiles(tx: Transaction, dashboard: Dashboard, tiles: readonly Tile[]): Promise<Tile[]> {
  const placed: Tile[] = []
  for (const tile of tiles) placed.push(await placeTile(tx, dashboard, tile.content, lookOf(tile)))
  return placed
}
