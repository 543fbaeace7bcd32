import type { ProjectContext } from '@flagdeck/core'
import type { DashboardDetails, DashboardOverrides } from '@flagdeck/core/operations'
import { answerTiles } from '@flagdeck/core/operations'
import { replyLong } from '../../rest/reply.ts'
import { dashboardBody } from '../wire/dashboard.ts'
import { longVersionedReply } from './versioned-reply.ts'

/** The whole dashboard, with the current results of its tiles. */
export async function answerDashboard(
  project: ProjectContext,
  dashboard: DashboardDetails,
  overrides?: DashboardOverrides,
  headers: Readonly<Record<string, string>> = {},
) {
  return longVersionedReply(await dashboardAnswer(project, dashboard, overrides), dashboard.version, { headers })
}

/** {@link answerDashboard} for a dashboard that was not saved: without an entity tag (DRY-1). */
export async function answerTriedDashboard(
  project: ProjectContext,
  dashboard: DashboardDetails,
  headers: Readonly<Record<string, string>> = {},
) {
  return replyLong(await dashboardAnswer(project, dashboard), { status: 200, headers })
}

async function dashboardAnswer(project: ProjectContext, dashboard: DashboardDetails, overrides?: DashboardOverrides) {
  return dashboardBody(dashboard, await answerTiles(project, dashboard, overrides))
}
