import type { Dashboard } from '../../../data/records/dashboard.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { loadContents } from '../dashboard-contents.ts'
import { describeTiles, type TileDetails } from '../dashboard-details.ts'

/** Returns a function that returns the tile as it is on the saved dashboard. */
export function tileAnswer(tx: ReadTransaction, ctx: ProjectContext, tileId: number) {
  return async (dashboard: Dashboard, access: ProjectAccess): Promise<TileDetails> => {
    const tiles = await describeTiles(tx, ctx, await loadContents(tx, dashboard), access)
    const tile = tiles.find(({ id }) => id === tileId)
    if (!tile) throw recordNotFound('Tile', tileId, { dashboardId: dashboard.id })
    return tile
  }
}
