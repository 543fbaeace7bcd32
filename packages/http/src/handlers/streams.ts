import { type Context, notFound, type ProjectSnapshot } from '@flagdeck/core'
import type { EndpointRequest } from '../endpoint-request.ts'
import * as endpoints from '../endpoints/streams.ts'
import { type Reply, replyRaw } from '../reply.ts'
import { STREAM_HEADERS, versionStream } from '../streams/version-stream.ts'
import { handle } from './scoped-handler.ts'

export const streamRoutes = [
  handle(endpoints.streamDefinitions, ({ context, request }) =>
    follow(context.deck, context.project.project.id, request, ({ version, feed }) => ({ version, etag: feed.etag })),
  ),
  handle(endpoints.streamOfrepEvents, ({ context: { deck, projectId }, request }) =>
    follow(deck, projectId, request, ({ version }) => ({
      type: 'refetchEvaluation',
      etag: String(version),
      lastModified: Math.floor(deck.clock() / 1000),
    })),
  ),
]

async function follow(
  { snapshots }: Context,
  projectId: number,
  { headers }: EndpointRequest,
  message: (snapshot: ProjectSnapshot) => object,
): Promise<Reply<never>> {
  const lastVersion = versionIn(headers['last-event-id'])
  // Whoever comes from an instance that was ahead must not be sent back to what it had before.
  if (!(await snapshots.catchUp(projectId, lastVersion ?? 0))) throw notFound('Project not found.')
  return replyRaw(versionStream({ snapshots, projectId, lastVersion, message }), { headers: STREAM_HEADERS })
}

function versionIn(lastEventId: string | undefined): number | undefined {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
}
