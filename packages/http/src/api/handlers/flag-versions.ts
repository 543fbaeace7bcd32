import type { ProjectContext } from '@flagdeck/core'
import {
  compareFlagVersions,
  listFlagVersions,
  restoreFlagVersion,
  retrieveFlagVersion,
} from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/flag-versions.ts'
import { flagVersionBody } from '../wire/flag-version.ts'
import { differenceBody, versionSummaryBody } from '../wire/version.ts'
import { tryToRestore } from './dry-run.ts'
import { writtenFlag } from './flags.ts'
import { changeIfMatch } from './if-match.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const flagVersionRoutes = [
  inProject(endpoints.listFlagVersions, (project, input) =>
    answerPage(input, (page) => listFlagVersions(project, input.params.id, page), versionSummaryBody),
  ),
  inProject(endpoints.retrieveFlagVersion, async (project, { params }) =>
    flagVersionBody(await retrieveFlagVersion(project, params.id, params.version)),
  ),
  inProject(endpoints.compareFlagVersions, async (project, { params, query }) =>
    differenceBody(await compareFlagVersions(project, params.id, params.version, query.to)),
  ),
  inProject(endpoints.restoreFlagVersion, async (project, { params, query, request }) => {
    const restore = (ctx: ProjectContext) =>
      changeIfMatch(request.headers, 'feature flag', (options) =>
        restoreFlagVersion(ctx, params.id, params.version, options),
      )
    return query.dry_run ? tryToRestore(project, request, restore) : writtenFlag(await restore(project))
  }),
]
