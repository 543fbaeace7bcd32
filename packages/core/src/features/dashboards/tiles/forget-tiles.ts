import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'
import type { DashboardContents } from '../dashboard-contents.ts'

/** Tiles of a dashboard that nobody sees, and are still known there: they are read whenever it is. */
export const MAX_REMOVED_TILES = 1000
/** As many as one change takes off, and some more, so that those of earlier releases become fewer as well. */
const FORGOTTEN_AT_ONCE = 2000

/**
 * Forgets the oldest of the tiles that were taken off a dashboard by themselves, or whose insight was deleted, as far as
 * there are too many (DASH-17). What they showed stays, for versions that showed it. Answers those that are forgotten.
 */
export async function forgetTiles(
  tx: Transaction,
  { all, live }: Pick<DashboardContents, 'all' | 'live'>,
): Promise<readonly Tile[]> {
  const seen = new Set(live)
  // Those that went with the dashboard come back with it.
  const unseen = all.filter((tile) => !seen.has(tile) && tile.deletionId === null)
  const forgotten = unseen.slice(0, Math.min(FORGOTTEN_AT_ONCE, Math.max(0, unseen.length - MAX_REMOVED_TILES)))
  for (const { projectId, id } of forgotten) await tx.tiles.purge(projectId, id)
  return forgotten
}
