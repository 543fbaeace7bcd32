import {
  compareCohortVersions,
  listCohortVersions,
  restoreCohortVersion,
  retrieveCohortVersion,
} from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/cohort-versions.ts'
import { cohortVersionBody } from '../wire/cohort-version.ts'
import { differenceBody, versionSummaryBody } from '../wire/version.ts'
import { triedCohort, writtenCohort } from './cohorts.ts'
import { runOrTry } from './dry-run.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const cohortVersionRoutes = [
  inProject(endpoints.listCohortVersions, (project, input) =>
    answerPage(input, (page) => listCohortVersions(project, input.params.id, page), versionSummaryBody),
  ),
  inProject(endpoints.retrieveCohortVersion, async (project, { params }) =>
    cohortVersionBody(await retrieveCohortVersion(project, params.id, params.version)),
  ),
  inProject(endpoints.compareCohortVersions, async (project, { params, query }) =>
    differenceBody(await compareCohortVersions(project, params.id, params.version, query.to)),
  ),
  inProject(endpoints.restoreCohortVersion, async (project, { params, query }) => {
    const restored = await runOrTry(project, query, (ctx) => restoreCohortVersion(ctx, params.id, params.version))
    return query.dry_run ? triedCohort(restored) : writtenCohort(restored)
  }),
]
