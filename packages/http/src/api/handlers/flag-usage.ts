import { flagUsage } from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/flag-usage.ts'
import { flagUsageBody, flagUsageInput } from '../wire/flag-usage.ts'
import { refreshUsage } from './refresh-usage.ts'
import { inProject } from './scoped-handler.ts'

export const flagUsageRoutes = [
  inProject(endpoints.retrieveFlagUsage, async (project, { params, query }) => {
    await refreshUsage(project, query.refresh)
    return flagUsageBody(await flagUsage(project, params.id, flagUsageInput(query)))
  }),
]
