import type { ProjectContext } from '@flagdeck/core'
import type { ChangeDashboardOptions, MoveTileInput, TileDetails } from '@flagdeck/core/operations'
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
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { replyLong, replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboard-tiles.ts'
import { dashboardOverrides } from '../wire/dashboard-query.ts'
import { tileBody } from '../wire/dashboard-tile.ts'
import { insightRunsBody } from '../wire/insight-run.ts'
import { answerDashboard } from './answer-dashboard.ts'
import { changeIfMatch } from './if-match.ts'
import { refreshUsage } from './refresh-usage.ts'
import { inProject } from './scoped-handler.ts'

export const dashboardTileRoutes = [
  inProject(endpoints.moveTile, move),
  inProject(endpoints.moveTileByPost, move),
  inProject(endpoints.copyTile, async (project, { params, body, request }) =>
    answerDashboard(project, await ifMatch(request, (options) => copyTile(project, params.id, body, options))),
  ),
  inProject(endpoints.reorderTiles, async (project, { params, body, request }) =>
    answerDashboard(project, await ifMatch(request, (options) => reorderTiles(project, params.id, body, options))),
  ),
  inProject(endpoints.deleteTile, async (project, { params, body, request }) => {
    await ifMatch(request, (options) => deleteTile(project, params.id, body, options))
    return replyRaw(null)
  }),
  inProject(endpoints.createTextTile, async (project, { params, body, request }) =>
    answerTile(project, await ifMatch(request, (options) => createTextTile(project, params.id, body, options))),
  ),
  inProject(endpoints.updateTextTile, async (project, { params, body, request }) =>
    answerTile(project, await ifMatch(request, (options) => updateTextTile(project, params.id, body, options))),
  ),
  inProject(endpoints.updateTile, async (project, { params, body, request }) =>
    answerTile(project, await ifMatch(request, (options) => updateTile(project, params.id, body, options))),
  ),
  inProject(endpoints.runDashboardInsights, async (project, { params, query }) => {
    const overrides = dashboardOverrides(query)
    await refreshUsage(project, query.refresh)
    const dashboard = await retrieveDashboard(project, params.id, overrides)
    const answers = await answerTiles(project, dashboard, overrides)
    return replyLong(insightRunsBody(dashboard.tiles, answers, query.output_format))
  }),
]

interface MoveRequest {
  readonly params: { readonly id: number }
  readonly body: MoveTileInput
  readonly request: EndpointRequest
}

async function move(project: ProjectContext, { params, body, request }: MoveRequest) {
  return answerDashboard(project, await ifMatch(request, (options) => moveTile(project, params.id, body, options)))
}

/** Changes tiles if the dashboard has a version that `If-Match` names (DASH-12). */
function ifMatch<T>({ headers }: EndpointRequest, change: (options: ChangeDashboardOptions) => Promise<T>) {
  return changeIfMatch(headers, 'dashboard', change)
}

async function answerTile(project: ProjectContext, tile: TileDetails) {
  return tileBody(tile, await answerTiles(project, { persistedFilters: null, tiles: [tile] }))
}
