import type { ProjectContext, UpdateFlagInput, WrittenFlag } from '@flagdeck/core'
import {
  createFlag,
  invalidInput,
  listFlagActivity,
  listFlags,
  listFlagsWithUsage,
  missing,
  parseFlagQuery,
  retrieveFlag,
  updateFlag,
} from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import * as endpoints from '../endpoints/flags.ts'
import { flagBody, usedFlagBody, writtenFlagBody } from '../wire/flag.ts'
import { flagListFilters } from '../wire/flag-list-query.ts'
import { withSentPercentage, withUnreadNames } from '../wire/flag-request.ts'
import { answerActivity } from './answer-activity.ts'
import { type DryRunQuery, tryToCreate, tryToUpdate } from './dry-run.ts'
import { changeIfMatch } from './if-match.ts'
import { refuseDelete } from './refuse-delete.ts'
import { answerPage, inProject } from './scoped-handler.ts'
import { unlessKnown, versionedReply } from './versioned-reply.ts'

export const flagRoutes = [
  inProject(endpoints.listFlags, (project, input) => {
    const query = parseFlagQuery(project, flagListFilters(input.query))
    const headers = knownVersion(project)
    if (input.query.usage) {
      return answerPage(input, (page) => listFlagsWithUsage(project, query, page), usedFlagBody, { headers })
    }
    return answerPage(input, (page) => listFlags(project, query, page), flagBody, { headers })
  }),
  inProject(endpoints.createFlag, async (project, { body, query, request }) => {
    const sent = await request.readData()
    const input = withSentPercentage(body, sent)
    const run = async (ctx: ProjectContext) => withUnreadNames(ctx, await createFlag(ctx, input), sent)
    return query.dry_run ? tryToCreate(project, request, run) : writtenFlag(await run(project), 201)
  }),
  inProject(endpoints.retrieveFlag, async (project, { params, request }) => {
    const flag = await retrieveFlag(project, params.id)
    return unlessKnown(await versionedReply(flagBody(flag), flag.version), request)
  }),
  inProject(endpoints.updateFlag, (project, { params, body, query, request }) =>
    update(project, params.id, body, query, request),
  ),
  inProject(endpoints.replaceFlag, (project, { params, body, query, request }) =>
    update(project, params.id, requireKey(body), query, request),
  ),
  inProject(endpoints.destroyFlag, () => refuseDelete('a flag')),
  inProject(endpoints.listFlagsActivity, (project, input) =>
    answerActivity(input, (page) => listFlagActivity(project, page)),
  ),
  inProject(endpoints.listFlagActivity, (project, input) =>
    answerActivity(input, (page) => listFlagActivity(project, page, input.params.id)),
  ),
]

/** Read before the list: the list contains every change up to this version, and possibly later ones (FLAG-172). */
function knownVersion({ project, snapshots }: ProjectContext) {
  const version = Math.max(project.version, snapshots.peek(project.id)?.version ?? 0)
  return { 'flagdeck-version': String(version) }
}

async function update(
  project: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  query: DryRunQuery,
  request: EndpointRequest,
) {
  const sent = await request.readData()
  const changes = withSentPercentage(input, sent)
  const run = async (ctx: ProjectContext) => {
    const flag = await changeIfMatch(request.headers, 'feature flag', (options) =>
      updateFlag(ctx, flagId, changes, options),
    )
    return withUnreadNames(ctx, flag, sent)
  }
  return query.dry_run ? tryToUpdate(project, flagId, input, request, run) : writtenFlag(await run(project))
}

/** A flag that was just written, with the first project version that contains the write (HTTP-62). */
export function writtenFlag(flag: WrittenFlag, status = 200) {
  const headers = { 'flagdeck-version': String(flag.projectVersion) }
  return versionedReply(writtenFlagBody(flag), flag.version, { status, headers })
}

function requireKey(input: UpdateFlagInput): UpdateFlagInput {
  if (input.key !== undefined) return input
  throw invalidInput([missing('key')])
}
