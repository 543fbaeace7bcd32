import type { DashboardDetails, DashboardOverrides, ProjectContext } from '@flagdeck/core'
import { answerTiles } from '@flagdeck/core/operations'
import { dashboardBody } from '../wire/dashboard.ts'
import { versionedReply } from './versioned-reply.ts'

/** The whole dashboard, with what its tiles show right now. */
export async function answerDashboard(
  project: ProjectContext,
  dashboard: DashboardDetails,
  overrides?: DashboardOverrides,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = dashboardBody(dashboard, await answerTiles(project, dashboard, overrides))
  return versionedReply(body, dashboard.version, { headers })
}
