import type { ProjectContext, UpdateDashboardInput } from '@flagdeck/core'
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
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboards.ts'
import { dashboardSummaryBody } from '../wire/dashboard.ts'
import { dashboardListFilters, dashboardOverrides } from '../wire/dashboard-query.ts'
import { answerActivity } from './answer-activity.ts'
import { answerDashboard } from './answer-dashboard.ts'
import { changeIfMatch } from './if-match.ts'
import { refreshUsage } from './refresh-usage.ts'
import { answerPage, inProject } from './scoped-handler.ts'
import { unlessKnown } from './versioned-reply.ts'

export const dashboardRoutes = [
  inProject(endpoints.listDashboards, (project, input) => {
    const filters = dashboardListFilters(input.query)
    return answerPage(input, (page) => listDashboards(project, filters, page), dashboardSummaryBody)
  }),
  inProject(endpoints.createDashboard, async (project, { body }) =>
    answerDashboard(project, await createDashboard(project, body)),
  ),
  inProject(endpoints.retrieveDashboard, async (project, { params, query, request }) => {
    const overrides = dashboardOverrides(query)
    await refreshUsage(project, query.refresh)
    const dashboard = await retrieveDashboard(project, params.id, overrides)
    return unlessKnown(await answerDashboard(project, dashboard, overrides), request)
  }),
  inProject(endpoints.updateDashboard, (project, { params, body, request }) =>
    update(project, params.id, body, request.headers),
  ),
  inProject(endpoints.replaceDashboard, (project, { params, body, request }) =>
    update(project, params.id, body, request.headers),
  ),
  inProject(endpoints.destroyDashboard, () => replyRaw(null)),
  inProject(endpoints.createDashboardFromTemplate, async (project, { body }) =>
    answerDashboard(project, await createDashboardFromTemplate(project, body)),
  ),
  inProject(endpoints.exportDashboardTemplate, (project, { params }) => exportTemplate(project, params.id)),
  inProject(endpoints.listDashboardActivity, (project, input) =>
    answerActivity(input, (page) => listDashboardActivity(project, page, input.params.id)),
  ),
]

async function update(
  project: ProjectContext,
  dashboardId: number,
  body: UpdateDashboardInput,
  headers: RequestHeaders,
) {
  const updated = await changeIfMatch(headers, 'dashboard', (options) =>
    updateDashboard(project, dashboardId, body, options),
  )
  const ignored = updated.ignoredTileIds.join(', ')
  return answerDashboard(project, updated, {}, ignored === '' ? {} : { 'x-ignored-tiles': ignored })
}
