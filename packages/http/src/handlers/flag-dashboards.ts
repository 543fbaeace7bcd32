import { createFlagDashboard, enrichUsageDashboard, type FlagDetails } from '@flagdeck/core'
import * as endpoints from '../endpoints/flag-dashboards.ts'
import { flagBody } from '../wire/flag.ts'
import { inProject } from './scoped-handler.ts'

export const flagDashboardRoutes = [
  inProject(endpoints.createFlagDashboard, async (project, { params }) =>
    succeeded(await createFlagDashboard(project, params.id)),
  ),
  inProject(endpoints.enrichUsageDashboard, async (project, { params }) =>
    succeeded(await enrichUsageDashboard(project, params.id)),
  ),
]

function succeeded(flag: FlagDetails) {
  return { ...flagBody(flag), success: true as const }
}
