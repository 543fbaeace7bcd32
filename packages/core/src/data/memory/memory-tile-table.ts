import type { NewTile, Tile } from '../records/tile.ts'
import type { TileTable } from '../tables/tile-table.ts'
import { contentKey } from './dashboard-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { dashboardRowOf } from './memory-dashboard-table.ts'
import { insightRowOf } from './memory-insight-table.ts'
import type { MemoryState } from './memory-state.ts'
import { textCardRowOf } from './memory-text-card-table.ts'

export function memoryTileTable({ state, ids }: MemoryContext): TileTable {
  const { tiles } = state
  const tileOf = (projectId: number, tileId: number): Tile | undefined => {
    const tile = tiles.get(tileId)
    return tile?.projectId === projectId ? tile : undefined
  }
  return {
    find: async (projectId, tileId) => tileOf(projectId, tileId),
    async ofDashboard(projectId, dashboardId) {
      const shown = tiles.of('dashboard', dashboardId).filter((tile) => tile.projectId === projectId)
      return shown.sort(byId)
    },
    async showing(projectId, contents) {
      const wanted = new Set(contents.map(contentKey))
      const shown = [...wanted].flatMap((key) => tiles.of('content', key))
      return shown.filter((tile) => tile.projectId === projectId).sort(byId)
    },
    async insert(tile) {
      checkReferences(state, tile)
      return tiles.insert({ ...tile, id: ++ids.tiles })
    },
    async update(tile) {
      if (!tileOf(tile.projectId, tile.id)) return
      checkReferences(state, tile)
      tiles.replace(tile)
    },
    async purge(projectId, tileId) {
      if (tileOf(projectId, tileId)) tiles.delete(tileId)
    },
  }
}

function byId(a: Tile, b: Tile): number {
  return a.id - b.id
}

function checkReferences(state: MemoryState, { projectId, dashboardId, content }: NewTile): void {
  referenced(dashboardRowOf(state, projectId, dashboardId), `dashboard ${dashboardId}`)
  if (content.kind === 'insight') {
    referenced(insightRowOf(state, projectId, content.insightId), `insight ${content.insightId}`)
  } else {
    referenced(textCardRowOf(state, projectId, content.textId), `text ${content.textId}`)
  }
}
