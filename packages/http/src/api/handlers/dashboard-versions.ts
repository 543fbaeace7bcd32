import {
  compareDashboardVersions,
  listDashboardVersions,
  restoreDashboardVersion,
  retrieveDashboardVersion,
} from '@flagdeck/core/operations'
import { replyLong } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboard-versions.ts'
import { dashboardVersionBody } from '../wire/dashboard-version.ts'
import { differenceBody, versionSummaryBody } from '../wire/version.ts'
import { answerDashboard, answerTriedDashboard } from './answer-dashboard.ts'
import { runOrTry } from './dry-run.ts'
import { changeIfMatch } from './if-match.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const dashboardVersionRoutes = [
  inProject(endpoints.listDashboardVersions, (project, input) =>
    answerPage(input, (page) => listDashboardVersions(project, input.params.id, page), versionSummaryBody),
  ),
  inProject(endpoints.retrieveDashboardVersion, async (project, { params }) =>
    replyLong(dashboardVersionBody(await retrieveDashboardVersion(project, params.id, params.version))),
  ),
  inProject(endpoints.compareDashboardVersions, async (project, { params, query }) =>
    differenceBody(await compareDashboardVersions(project, params.id, params.version, query.to)),
  ),
  inProject(endpoints.restoreDashboardVersion, async (project, { params, query, request }) => {
    const restored = await runOrTry(project, query, (ctx) =>
      changeIfMatch(request.headers, 'dashboard', (options) =>
        restoreDashboardVersion(ctx, params.id, params.version, options),
      ),
    )
    return query.dry_run ? answerTriedDashboard(project, restored) : answerDashboard(project, restored)
  }),
]
