import type { Tile } from '../../../data/records/tile.ts'
import type { Transaction } from '../../../data/store.ts'

/** Tiles that were taken off a dashboard, and are still known there: they are read whenever it is. */
export const MAX_REMOVED_TILES = 1000
/** As many as one change takes off, and some more, so that those of earlier releases become fewer as well. */
const FORGOTTEN_AT_ONCE = 2000

/**
 * Forgets the oldest of the tiles that were taken off a dashboard by themselves, as far as there are too many (DASH-17). What
 * they showed stays, for versions that showed it. Answers the others.
 */
export async function forgetTiles(tx: Transaction, all: readonly Tile[]): Promise<readonly Tile[]> {
  // Those that went with the dashboard come back with it.
  const removed = all.filter(({ deleted, deletionId }) => deleted && deletionId === null)
  const forgotten = removed.slice(0, Math.min(FORGOTTEN_AT_ONCE, Math.max(0, removed.length - MAX_REMOVED_TILES)))
  for (const { projectId, id } of forgotten) await tx.tiles.purge(projectId, id)
  const gone = new Set(forgotten)
  return gone.size === 0 ? all : all.filter((tile) => !gone.has(tile))
}
