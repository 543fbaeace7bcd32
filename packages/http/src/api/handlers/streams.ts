import { type ProjectSnapshot, projectNotFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import { minVersion } from '../access/min-version.ts'
import type { DefinitionsContext, StreamContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/streams.ts'
import { sharedPing } from '../streams/shared-ping.ts'
import { STREAM_HEADERS, versionStream } from '../streams/version-stream.ts'
import { handle } from './scoped-handler.ts'

export const streamRoutes = [
  handle(endpoints.streamDefinitions, ({ context, query, request }) =>
    follow(
      context,
      context.project.project.id,
      request,
      ({ version, etag }) => ({ version, etag }),
      query.availability === 'true' ? () => sharedPing(context.ctx.store) : undefined,
    ),
  ),
  handle(endpoints.streamOfrepEvents, ({ context, request }) =>
    follow(context, context.projectId, request, ({ revision }) => ({
      type: 'refetchEvaluation',
      etag: revision,
      lastModified: Math.floor(context.ctx.clock() / 1000),
    })),
  ),
]

async function follow(
  { auth, ctx: { snapshots }, streams, enterAgain }: DefinitionsContext | StreamContext,
  projectId: number,
  { headers }: EndpointRequest,
  message: (snapshot: ProjectSnapshot) => object,
  ping?: () => Promise<unknown>,
): Promise<Reply<never>> {
  streams.requireFree({ projectId, auth })
  const lastRevision = headers['last-event-id']
  // A client that comes from a more current instance must not be sent back to an older version.
  const newest = await snapshots.catchUp(projectId, versionIn(lastRevision))
  if (!newest || !(await snapshots.get(projectId, minVersion(headers)))) throw projectNotFound()
  const stream = versionStream({ snapshots, projectId, lastRevision, message, enterAgain, ping })
  return replyRaw(streams.inPlace({ projectId, auth }, stream), { headers: STREAM_HEADERS })
}

/** The version in an event's id; 0 when the id is not from this API. */
function versionIn(revision: string | undefined): number {
  return Number(/^(\d{1,15})(?:-|$)/.exec(revision ?? '')?.[1] ?? 0)
}
