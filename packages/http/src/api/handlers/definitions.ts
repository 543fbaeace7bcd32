import type { ProjectContext } from '@flagdeck/core'
import { projectNotFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import { minVersion } from '../access/min-version.ts'
import * as endpoints from '../endpoints/definitions.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { handle } from './scoped-handler.ts'

const { retrieveDefinitions, retrieveLocalEvaluation, retrieveProjectLocalEvaluation } = endpoints

export const definitionsRoutes = [
  handle(retrieveDefinitions, ({ context, request }) => answerFeed(context.project, request)),
  handle(retrieveLocalEvaluation, ({ context, request }) => answerFeed(context.project, request)),
  handle(retrieveProjectLocalEvaluation, ({ context, request }) => answerFeed(context.project, request)),
]

/** Returns the same bytes to every SDK until something changes. A poll that already has them gets a 304. */
async function answerFeed(project: ProjectContext, { headers }: EndpointRequest): Promise<Reply<never>> {
  const snapshot = await project.snapshots.get(project.project.id, minVersion(headers))
  if (!snapshot) throw projectNotFound()
  const { etag } = snapshot
  const age = definitionsAge(project, project.project.id)
  const caching = { ...age, etag, 'cache-control': 'private, must-revalidate' }
  if (matchesEntityTag(headers['if-none-match'], etag)) return replyRaw(null, { status: 304, headers: caching })
  return replyRaw(await snapshot.feed(), { headers: { ...caching, 'content-type': 'application/json' } })
}
