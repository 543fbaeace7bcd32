import type { FlagDetails } from '@flagdeck/core'
import { createFlagDashboard, enrichUsageDashboard } from '@flagdeck/core/operations'
import { reply } from '../../rest/reply.ts'
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

/** A flag that may have been written, with the first project version that contains the write (HTTP-62). */
function succeeded(flag: FlagDetails) {
  const headers = { 'flagdeck-version': String(flag.projectVersion) }
  return reply({ ...flagBody(flag), success: true as const }, { headers })
}
