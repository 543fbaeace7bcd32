import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import type { DashboardContents } from '../dashboard-contents.ts'

/** The maximum number of removed tiles that a dashboard stores, because they are read with the dashboard. */
export const MAX_REMOVED_TILES = 1000
/** The maximum of one change, plus more, so that excess tiles of earlier releases decrease too. */
const FORGOTTEN_AT_ONCE = 2000

/**
 * Purges the oldest tiles that were removed individually, or whose insight was deleted, if there are too many
 * (DASH-17). Their contents stay, for versions that showed them. Returns the purged tiles.
 */
export async function forgetTiles(
  tx: Transaction,
  { all, live }: Pick<DashboardContents, 'all' | 'live'>,
): Promise<readonly Tile[]> {
  const seen = new Set(live)
  // Tiles that were deleted with the dashboard are restored with it.
  const unseen = all.filter((tile) => !seen.has(tile) && tile.deletionId === null)
  const forgotten = unseen.slice(0, Math.min(FORGOTTEN_AT_ONCE, Math.max(0, unseen.length - MAX_REMOVED_TILES)))
  for (const { projectId, id } of forgotten) await tx.tiles.purge(projectId, id)
  return forgotten
}
