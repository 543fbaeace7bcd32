import type { ProjectContext } from '@flagdeck/core'
import type { DashboardDetails, UpdateDashboardInput } from '@flagdeck/core/operations'
import {
  createDashboard,
  createDashboardFromTemplate,
  exportTemplate,
  listDashboardActivity,
  listDashboards,
  retrieveDashboard,
  updateDashboard,
} from '@flagdeck/core/operations'
import type { RequestHeaders } from '../../rest/plain-request.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { replyLong } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboards.ts'
import { dashboardSummaryBody } from '../wire/dashboard.ts'
import { dashboardListFilters, dashboardOverrides } from '../wire/dashboard-query.ts'
import { answerActivity } from './answer-activity.ts'
import { answerDashboard, answerTriedDashboard } from './answer-dashboard.ts'
import { type DryRunQuery, runOrTry } from './dry-run.ts'
import { changeIfMatch } from './if-match.ts'
import { refreshUsage } from './refresh-usage.ts'
import { refuseDelete } from './refuse-delete.ts'
import { answerPage, inProject } from './scoped-handler.ts'
import { unlessKnown } from './versioned-reply.ts'

export const dashboardRoutes = [
  inProject(endpoints.listDashboards, (project, input) => {
    const filters = dashboardListFilters(input.query)
    return answerPage(input, (page) => listDashboards(project, filters, page), dashboardSummaryBody)
  }),
  inProject(endpoints.createDashboard, (project, { body, query }) =>
    create(project, query, (ctx) => createDashboard(ctx, body)),
  ),
  inProject(endpoints.retrieveDashboard, async (project, { params, query, request }) => {
    const overrides = dashboardOverrides(query)
    await refreshUsage(project, query.refresh)
    const dashboard = await retrieveDashboard(project, params.id, overrides)
    return unlessKnown(await answerDashboard(project, dashboard, overrides), request)
  }),
  inProject(endpoints.updateDashboard, (project, { params, body, query, request }) =>
    update(project, params.id, body, query, request.headers),
  ),
  inProject(endpoints.replaceDashboard, (project, { params, body, query, request }) =>
    update(project, params.id, body, query, request.headers),
  ),
  inProject(endpoints.destroyDashboard, () => refuseDelete('a dashboard')),
  inProject(endpoints.createDashboardFromTemplate, (project, { body, query }) =>
    create(project, query, (ctx) => createDashboardFromTemplate(ctx, body)),
  ),
  inProject(endpoints.exportDashboardTemplate, async (project, { params }) =>
    replyLong(await exportTemplate(project, params.id)),
  ),
  inProject(endpoints.listDashboardActivity, (project, input) =>
    answerActivity(input, (page) => listDashboardActivity(project, page, input.params.id)),
  ),
]

async function create(
  project: ProjectContext,
  query: DryRunQuery,
  make: (ctx: ProjectContext) => Promise<DashboardDetails>,
) {
  const dashboard = await runOrTry(project, query, make)
  return query.dry_run ? answerTriedDashboard(project, dashboard) : answerDashboard(project, dashboard)
}

async function update(
  project: ProjectContext,
  dashboardId: number,
  body: UpdateDashboardInput,
  query: DryRunQuery,
  headers: RequestHeaders,
) {
  const updated = await runOrTry(project, query, (ctx) =>
    changeIfMatch(headers, 'dashboard', (options) => updateDashboard(ctx, dashboardId, body, options)),
  )
  const told = ignoredTiles(updated.ignoredTileIds)
  return query.dry_run ? answerTriedDashboard(project, updated, told) : answerDashboard(project, updated, {}, told)
}

/** Proxies and clients refuse responses with long headers, after the change was already made. */
const MAX_IGNORED_TILES_TOLD = 100

/** The header with the tiles of a request that the dashboard does not have (DASH-31). */
function ignoredTiles(tileIds: readonly number[]): ResponseHeaders {
  if (tileIds.length === 0) return {}
  const told: readonly (number | string)[] = tileIds.slice(0, MAX_IGNORED_TILES_TOLD)
  return { 'x-ignored-tiles': [...told, ...(tileIds.length > told.length ? ['...'] : [])].join(', ') }
}
