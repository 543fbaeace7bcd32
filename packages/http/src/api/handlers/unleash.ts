import type { Decision } from '@flagdeck/core'
import { serveUncounted } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import { contentTag } from '../../rest/content-tag.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { jsonTexts } from '../../rest/json/long-json.ts'
import { storedPart, tagOfParts, writtenPart } from '../../rest/pages/written-part.ts'
import { type Reply, replyJson, replyRaw } from '../../rest/reply.ts'
import { RequestError } from '../../rest/request-error.ts'
import type { OfrepContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/unleash.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { reserveLong } from '../sdk/reserve-long.ts'
import { contextInBody, contextInQuery, toggleBody, unleashSubject } from '../wire/unleash.ts'
import { snapshotFor } from './project-flags.ts'
import { handle } from './scoped-handler.ts'

export const unleashRoutes = [
  handle(endpoints.unleashToggles, (input) => toggles(input, contextInQuery(input.request.searchParams))),
  handle(endpoints.unleashTogglesByPost, (input) => toggles(input, contextInBody(input.body))),
  handle(endpoints.unleashFeatures, () => {
    throw new RequestError(
      'not_implemented',
      'Unleash’s server SDKs use the rules of Unleash, which Flagdeck does not support. ' +
        'Use the frontend API at /api/frontend with unleash-proxy-client or another Unleash frontend SDK, or use OpenFeature.',
    )
  }),
]

interface UnleashInput {
  readonly context: OfrepContext
  readonly request: EndpointRequest
}

/**
 * Requesting all flags does not count as usage: SDKs report in their metrics which flags were evaluated (CAPTURE-30).
 */
async function toggles(
  { context, request }: UnleashInput,
  asked: ReturnType<typeof contextInBody>,
): Promise<Reply<never>> {
  const snapshot = await snapshotFor(context, request)
  const runtime = context.isTrusted ? 'all' : 'client'
  const decisions = await serveUncounted(context.ctx, snapshot, unleashSubject(asked), { runtime })
  const on = decisions.filter(({ enabled }) => enabled)
  const isLong = await reserveLong(request, on)
  const text = isLong ? undefined : JSON.stringify({ toggles: on.map(toggleBody) })
  const etag = await (text === undefined ? longTag(on) : contentTag(text))
  const headers = { ...definitionsAge(context.ctx, context.projectId), etag }
  if (matchesEntityTag(request.headers['if-none-match'], headers.etag)) return replyRaw(null, { status: 304, headers })
  return replyJson(text ?? jsonTexts({ toggles: togglesOneByOne(on) }), { headers })
}

function* togglesOneByOne(on: readonly Decision[]) {
  for (const decision of on) yield toggleBody(decision)
}

/** The entity tag of toggles that are too long for one text. */
async function longTag(on: readonly Decision[]): Promise<string> {
  const parts = await mapYielding(on, (decision) => storedPart(JSON.stringify(toggleBody(decision))), 1)
  return `"${await tagOfParts(parts, writtenPart('toggles'))}"`
}
