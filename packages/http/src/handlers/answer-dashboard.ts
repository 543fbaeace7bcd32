import { answerTiles, type DashboardDetails, type DashboardOverrides, type ProjectContext } from '@flagdeck/core'
import { reply } from '../reply.ts'
import { dashboardBody } from '../wire/dashboard.ts'

/** The whole dashboard, with what its tiles show right now. */
export async function answerDashboard(
  project: ProjectContext,
  dashboard: DashboardDetails,
  overrides?: DashboardOverrides,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = dashboardBody(dashboard, await answerTiles(project, dashboard, overrides))
  return reply(body, { headers: { ...headers, etag: `"${dashboard.version}"` } })
}
