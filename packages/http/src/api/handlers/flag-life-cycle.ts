import type { ProjectContext } from '@flagdeck/core'
import {
  copyFlag,
  copyRequirements,
  createCohortForFlag,
  deleteFlags,
  type FlagSwitch,
  flagKeys,
  flagsOfKey,
  keysOfProjects,
  listDependentFlags,
  matchingFlagIds,
  parseFlagQuery,
  resetFlagUsage,
  retrieveFlagStatus,
  SWITCHES,
  switchFlag,
  tagFlags,
} from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { reply } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/flag-life-cycle.ts'
import { cohortBody } from '../wire/cohorts.ts'
import {
  copiedFlagsAnswer,
  copyRequirementsAnswer,
  deletedFlagsAnswer,
  dependentFlagBody,
  flagChoice,
  flagInProjectBody,
  flagKeysAnswer,
  flagOfKeyBody,
  flagStatusBody,
} from '../wire/flag-life-cycle.ts'
import { flagListFilters } from '../wire/flag-list-query.ts'
import { type DryRunQuery, runOrTry, tryToUpdate } from './dry-run.ts'
import { writtenFlag } from './flags.ts'
import { answerPage, answerPart, inOrganization, inProject } from './scoped-handler.ts'
import { whileAwaited } from './while-awaited.ts'

export const flagLifeCycleRoutes = [
  inProject(endpoints.enableFlag, (project, input) => switched(project, input, 'enable')),
  inProject(endpoints.disableFlag, (project, input) => switched(project, input, 'disable')),
  inProject(endpoints.archiveFlag, (project, input) => switched(project, input, 'archive')),
  inProject(endpoints.unarchiveFlag, (project, input) => switched(project, input, 'unarchive')),
  inProject(endpoints.resetFlagUsage, async (project, { params }) =>
    writtenFlag(await resetFlagUsage(project, params.id)),
  ),
  inProject(endpoints.retrieveFlagStatus, async (project, { params }) =>
    flagStatusBody(await retrieveFlagStatus(project, params.id)),
  ),
  inProject(endpoints.listDependentFlags, async (project, { params, query }) => {
    const options = { includeInactive: query.include_inactive }
    return (await listDependentFlags(project, params.id, options)).map(dependentFlagBody)
  }),
  inProject(endpoints.listMatchingIds, async (project, { query }) => {
    const ids = await matchingFlagIds(project, parseFlagQuery(project, flagListFilters(query)))
    return { ids, total: ids.length }
  }),
  inProject(endpoints.listFlagKeys, async (project, { body }) => flagKeysAnswer(await flagKeys(project, body.ids))),
  inProject(endpoints.deleteFlags, async (project, { body, query }) => {
    const choice = flagChoice(body)
    const changedFlags = choice.ids?.length ?? Number.POSITIVE_INFINITY
    return deletedFlagsAnswer(await runOrTry(project, query, (ctx) => deleteFlags(ctx, choice), { changedFlags }))
  }),
  inProject(endpoints.tagFlags, (project, { body, query }) =>
    runOrTry(project, query, (ctx) => tagFlags(ctx, body), { changedFlags: body.ids?.length ?? 0 }),
  ),
  inProject(endpoints.createCohortForFlag, async (project, { params, request }) => {
    const cohort = await whileAwaited(request, ({ signal }) => createCohortForFlag(project, params.id, { signal }))
    const headers = { 'flagdeck-version': String(cohort.projectVersion) }
    return reply({ cohort: cohortBody(cohort) }, { status: 201, headers })
  }),
  inOrganization(endpoints.listFlagsOfKey, async (organization, input) =>
    answerPart(input, await flagsOfKey(organization, input.params.key), flagInProjectBody),
  ),
  inOrganization(endpoints.listKeysOfProjects, async (organization, input) => {
    const { search, team_ids: projectIds } = input.query
    return answerPage(input, await keysOfProjects(organization, { search, projectIds }), flagOfKeyBody)
  }),
  inOrganization(endpoints.checkCopiedDependencies, async (organization, { body }) =>
    copyRequirementsAnswer(await copyRequirements(organization, body)),
  ),
  inOrganization(endpoints.copyFlags, async (organization, { body, query }) =>
    copiedFlagsAnswer(await copyFlag(organization, { ...body, dryRun: query.dry_run || body.dryRun })),
  ),
]

interface SwitchInput {
  readonly params: { readonly id: number }
  readonly query: DryRunQuery
  readonly request: EndpointRequest
}

async function switched(project: ProjectContext, { params: { id }, query, request }: SwitchInput, to: FlagSwitch) {
  const run = (ctx: ProjectContext) => switchFlag(ctx, id, to)
  return query.dry_run ? tryToUpdate(project, id, SWITCHES[to], request, run) : writtenFlag(await run(project))
}
