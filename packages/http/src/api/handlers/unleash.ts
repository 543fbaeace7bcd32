import { serveUncounted } from '@flagdeck/core/operations'
import { contentTag } from '../../rest/content-tag.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import { RequestError } from '../../rest/request-error.ts'
import type { OfrepContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/unleash.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { contextInBody, contextInQuery, togglesBody, unleashSubject } from '../wire/unleash.ts'
import { snapshotFor } from './project-flags.ts'
import { handle } from './scoped-handler.ts'

export const unleashRoutes = [
  handle(endpoints.unleashToggles, (input) => toggles(input, contextInQuery(input.request.searchParams))),
  handle(endpoints.unleashTogglesByPost, (input) => toggles(input, contextInBody(input.body))),
  handle(endpoints.unleashFeatures, () => {
    throw new RequestError(
      'not_implemented',
      'Unleash’s server SDKs decide by rules of Unleash, which are not those of these flags. ' +
        'Ask the frontend API at /api/frontend, by unleash-proxy-client or another of Unleash’s frontend SDKs, or use OpenFeature.',
    )
  }),
]

interface UnleashInput {
  readonly context: OfrepContext
  readonly request: EndpointRequest
}

/** To ask for all flags is no use of one: SDKs tell by their metrics which they were asked for (CAPTURE-30). */
async function toggles(
  { context, request }: UnleashInput,
  asked: ReturnType<typeof contextInBody>,
): Promise<Reply<never>> {
  const snapshot = await snapshotFor(context, request)
  const runtime = context.isTrusted ? 'all' : 'client'
  const text = JSON.stringify(
    togglesBody(await serveUncounted(context.ctx, snapshot, unleashSubject(asked), { runtime })),
  )
  const headers = { ...definitionsAge(context.ctx, context.projectId), etag: await contentTag(text) }
  if (matchesEntityTag(request.headers['if-none-match'], headers.etag)) return replyRaw(null, { status: 304, headers })
  return replyRaw(text, { headers: { ...headers, 'content-type': 'application/json' } })
}
