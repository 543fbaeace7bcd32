import type { EvaluatedFlag } from '@flagdeck/core'
import { serveEvaluatedFlags } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { tagOfParts, writtenPart } from '../../rest/pages/written-part.ts'
import { type Reply, reply, replyJson, replyRaw } from '../../rest/reply.ts'
import type { OfrepContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/ofrep.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { reserveLong } from '../sdk/reserve-long.ts'
import { streamUri } from '../streams/stream-uri.ts'
import { unknownFlag } from '../wire/ofrep-problem.ts'
import { claimedVersion, ofrepSubject } from '../wire/ofrep-request.ts'
import { eventStreamBody, type OfrepSuccess, ofrepItem, ofrepPart, ofrepText } from '../wire/ofrep-response.ts'
import { snapshotFor, visibleTo } from './project-flags.ts'
import { handle } from './scoped-handler.ts'

export const ofrepRoutes = [
  handle(endpoints.ofrepEvaluateAll, evaluateAll),
  handle(endpoints.ofrepEvaluateAllInProject, evaluateAll),
  handle(endpoints.ofrepEvaluate, (input) => evaluateOne(input, input.params.key)),
  handle(endpoints.ofrepEvaluateInProject, (input) => evaluateOne(input, input.params.key)),
]

interface OfrepInput {
  readonly context: OfrepContext
  readonly body: Parameters<typeof ofrepSubject>[0]
  readonly request: EndpointRequest
}

async function evaluateOne({ context, body, request }: OfrepInput, key: string): Promise<Reply<OfrepSuccess>> {
  const asked = ofrepSubject(body)
  const snapshot = await snapshotFor(context, request)
  const query = { ...visibleTo(context, request), keys: [key] }
  const [evaluated] = await serveEvaluatedFlags(context.ctx, snapshot, asked, query)
  if (!evaluated) throw unknownFlag()
  const item = ofrepItem(evaluated)
  const age = definitionsAge(context.ctx, context.projectId)
  if ('errorCode' in item) return replyJson(JSON.stringify(item), { status: 400, headers: age })
  return reply(item, { headers: age })
}

interface OfrepBulkInput extends OfrepInput {
  readonly query: { readonly flagConfigEtag?: string | undefined }
}

/**
 * The tag depends on the response, not only on the flags. If another context had the same tag, clients would keep stale
 * values.
 */
async function evaluateAll({ context, query, body, request }: OfrepBulkInput): Promise<Reply<never>> {
  const asked = ofrepSubject(body)
  const snapshot = await snapshotFor(context, request, claimedVersion(query.flagConfigEtag))
  const evaluated = await serveEvaluatedFlags(context.ctx, snapshot, asked, visibleTo(context, request))
  // Remote configuration is returned both as a value and in the metadata.
  const isLong = await reserveLong(
    request,
    evaluated.map(({ decision }) => decision),
    2,
  )
  const flags = isLong ? await mapYielding(evaluated, ofrepPart, 1) : evaluated.map(ofrepPart)
  const streams = JSON.stringify([eventStreamBody(await streamUri(context, snapshot.project, request))])
  const etag = `"${await tagOfParts(flags, writtenPart(streams))}"`
  const headers = { ...definitionsAge(context.ctx, context.projectId), etag }
  if (matchesEntityTag(request.headers['if-none-match'], headers.etag)) return replyRaw(null, { status: 304, headers })
  if (isLong) return replyJson(evaluationParts(evaluated, streams), { headers })
  const texts = evaluated.map((each, place) => flags[place]?.text || ofrepText(each))
  return replyJson(`{"flags":[${texts.join(',')}],"eventStreams":${streams}}`, { headers })
}

function* evaluationParts(evaluated: readonly EvaluatedFlag[], streams: string): Generator<string> {
  let lead = '{"flags":['
  for (const each of evaluated) {
    yield lead + ofrepText(each)
    lead = ','
  }
  yield `${evaluated.length === 0 ? lead : ''}],"eventStreams":${streams}}`
}
