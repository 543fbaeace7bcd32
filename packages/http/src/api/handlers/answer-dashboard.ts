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
  return versionedReply(await dashboardAnswer(project, dashboard, overrides), dashboard.version, { headers })
}

/** The same without an entity tag, of a dashboard that is not kept so. */
export async function dashboardAnswer(
  project: ProjectContext,
  dashboard: DashboardDetails,
  overrides?: DashboardOverrides,
) {
  return dashboardBody(dashboard, await answerTiles(project, dashboard, overrides))
}
