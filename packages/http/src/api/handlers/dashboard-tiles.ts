import type { MoveTileInput, ProjectContext, TileDetails } from '@flagdeck/core'
import {
  answerTiles,
  copyTile,
  createTextTile,
  deleteTile,
  moveTile,
  reorderTiles,
  retrieveDashboard,
  updateTextTile,
  updateTile,
} from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboard-tiles.ts'
import { dashboardOverrides } from '../wire/dashboard-query.ts'
import { tileBody } from '../wire/dashboard-tile.ts'
import { insightRunsBody } from '../wire/insight-run.ts'
import { answerDashboard } from './answer-dashboard.ts'
import { refreshUsage } from './refresh-usage.ts'
import { inProject } from './scoped-handler.ts'

export const dashboardTileRoutes = [
  inProject(endpoints.moveTile, (project, { params, body }) => move(project, params.id, body)),
  inProject(endpoints.moveTileByPost, (project, { params, body }) => move(project, params.id, body)),
  inProject(endpoints.copyTile, async (project, { params, body }) =>
    answerDashboard(project, await copyTile(project, params.id, body)),
  ),
  inProject(endpoints.reorderTiles, async (project, { params, body }) =>
    answerDashboard(project, await reorderTiles(project, params.id, body)),
  ),
  inProject(endpoints.deleteTile, async (project, { params, body }) => {
    await deleteTile(project, params.id, body)
    return replyRaw(null)
  }),
  inProject(endpoints.createTextTile, async (project, { params, body }) =>
    answerTile(project, await createTextTile(project, params.id, body)),
  ),
  inProject(endpoints.updateTextTile, async (project, { params, body }) =>
    answerTile(project, await updateTextTile(project, params.id, body)),
  ),
  inProject(endpoints.updateTile, async (project, { params, body }) =>
    answerTile(project, await updateTile(project, params.id, body)),
  ),
  inProject(endpoints.runDashboardInsights, async (project, { params, query }) => {
    const overrides = dashboardOverrides(query)
    await refreshUsage(project, query.refresh)
    const dashboard = await retrieveDashboard(project, params.id, overrides)
    return insightRunsBody(dashboard.tiles, await answerTiles(project, dashboard, overrides), query.output_format)
  }),
]

async function move(project: ProjectContext, dashboardId: number, body: MoveTileInput) {
  return answerDashboard(project, await moveTile(project, dashboardId, body))
}

async function answerTile(project: ProjectContext, tile: TileDetails) {
  return tileBody(tile, await answerTiles(project, { persistedFilters: null, tiles: [tile] }))
}
