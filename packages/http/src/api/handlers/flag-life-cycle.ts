import type { ProjectContext } from '@flagdeck/core'
import {
  deleteFlags,
  type FlagSwitch,
  flagKeys,
  listDependentFlags,
  matchingFlagIds,
  parseFlagQuery,
  retrieveFlagStatus,
  switchFlag,
  tagFlags,
} from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/flag-life-cycle.ts'
import {
  deletedFlagsAnswer,
  dependentFlagBody,
  flagChoice,
  flagKeysAnswer,
  flagStatusBody,
} from '../wire/flag-life-cycle.ts'
import { flagListFilters } from '../wire/flag-list-query.ts'
import { writtenFlag } from './flags.ts'
import { inProject } from './scoped-handler.ts'

export const flagLifeCycleRoutes = [
  inProject(endpoints.enableFlag, (project, { params }) => switched(project, params.id, 'enable')),
  inProject(endpoints.disableFlag, (project, { params }) => switched(project, params.id, 'disable')),
  inProject(endpoints.archiveFlag, (project, { params }) => switched(project, params.id, 'archive')),
  inProject(endpoints.unarchiveFlag, (project, { params }) => switched(project, params.id, 'unarchive')),
  inProject(endpoints.retrieveFlagStatus, async (project, { params }) =>
    flagStatusBody(await retrieveFlagStatus(project, params.id)),
  ),
  inProject(endpoints.listDependentFlags, async (project, { params }) =>
    (await listDependentFlags(project, params.id)).map(dependentFlagBody),
  ),
  inProject(endpoints.listMatchingIds, async (project, { query }) => {
    const ids = await matchingFlagIds(project, parseFlagQuery(project, flagListFilters(query)))
    return { ids, total: ids.length }
  }),
  inProject(endpoints.listFlagKeys, async (project, { body }) => flagKeysAnswer(await flagKeys(project, body.ids))),
  inProject(endpoints.deleteFlags, async (project, { body }) =>
    deletedFlagsAnswer(await deleteFlags(project, flagChoice(body))),
  ),
  inProject(endpoints.tagFlags, (project, { body }) => tagFlags(project, body)),
]

async function switched(project: ProjectContext, flagId: number, to: FlagSwitch) {
  return writtenFlag(await switchFlag(project, flagId, to))
}
