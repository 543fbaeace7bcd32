import type { Decision } from '@flagdeck/core'
import { notFound, type ProjectSnapshot, serveDecisions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { reply, replyJson, replyRaw } from '../../rest/reply.ts'
import type { RequestContext, SdkContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/sdk.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { reserveLong } from '../sdk/reserve-long.ts'
import { sdkBody } from '../sdk/sdk-body.ts'
import { sdkName } from '../sdk/sdk-name.ts'
import { sdkRuntime } from '../sdk/sdk-runtime.ts'
import { SDK_CONFIG, sdkConfigScript } from '../wire/sdk-config.ts'
import { type SdkRequest, sdkRequest, sdkToken } from '../wire/sdk-request.ts'
import { evaluationParts, evaluationTag, evaluationText, longEvaluationTag } from '../wire/sdk-response.ts'
import { decideAnswerKind, flagsAnswerKind, isYes } from '../wire/sdk-version.ts'
import { handle } from './scoped-handler.ts'
import { sdkSnapshot } from './sdk-snapshot.ts'

export const sdkRoutes = [
  handle(endpoints.evaluateFlags, async (input) => {
    const { decisions, age } = await decide(input)
    const kind = flagsAnswerKind(input.query)
    const isLong = await reserveLong(input.request, decisions)
    const headers = { ...age, etag: await (isLong ? longEvaluationTag : evaluationTag)(decisions, kind) }
    if (isKnown(input.request, headers.etag)) return replyRaw(null, { status: 304, headers })
    const write = isLong ? evaluationParts : evaluationText
    return replyJson<never>(write(decisions, kind, answered(input)), { headers })
  }),
  handle(endpoints.decide, async (input) => {
    const { decisions, age } = await decide(input)
    const write = (await reserveLong(input.request, decisions)) ? evaluationParts : evaluationText
    return replyJson<never>(write(decisions, decideAnswerKind(input.query), answered(input)), { headers: age })
  }),
  handle(endpoints.probeFlags, (input) =>
    replyJson<never>(evaluationText([], { form: 'flags', withConfig: false }, answered(input))),
  ),
  handle(endpoints.retrieveSdkConfig, async ({ context, params }) => {
    await requireKnown(context, params.token)
    return reply(SDK_CONFIG, { headers: CACHED })
  }),
  handle(endpoints.retrieveSdkConfigScript, async ({ context, params }) => {
    await requireKnown(context, params.token)
    return replyRaw(sdkConfigScript(params.token), { headers: { ...CACHED, ...SCRIPT } })
  }),
]

/** The response is the same as long as the token is valid. */
const CACHED = { 'cache-control': 'public, max-age=300' }
const SCRIPT = { 'content-type': 'application/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' }

interface SdkInput {
  readonly context: SdkContext
  readonly query: {
    readonly compression?: string | undefined
    readonly only_evaluate_survey_feature_flags?: string | undefined
  }
  readonly body: RawBody
  readonly request: EndpointRequest
}

interface Decided {
  readonly decisions: readonly Decision[]
  /** The header with the age of the flags. */
  readonly age: ResponseHeaders
}

async function decide({ context, query, body, request }: SdkInput): Promise<Decided> {
  const data = await sdkBody(body, { compression: query.compression, reading: request.bodyReading })
  const token = sdkToken(data)
  const snapshot = await sdkSnapshot(context, token, request)
  // The same key under which OFREP counts this token.
  await context.evaluations.take(token)
  const keyPrefix = isYes(query.only_evaluate_survey_feature_flags) ? SURVEY_FLAGS : undefined
  const decisions = await decideFor(context, snapshot, { ...sdkRequest(data), keyPrefix }, request)
  return { decisions, age: definitionsAge(context.ctx, snapshot.project.id) }
}

/** The prefix of the flags that PostHog uses to target surveys. */
const SURVEY_FLAGS = 'survey-targeting-'

async function decideFor(
  { ctx }: SdkInput['context'],
  snapshot: ProjectSnapshot,
  asked: SdkRequest & { readonly keyPrefix: string | undefined },
  { headers }: EndpointRequest,
): Promise<readonly Decision[]> {
  const { subject, flagKeys: keys, keyPrefix, evaluationContexts, disableFlags } = asked
  if (disableFlags) return []
  const runtime = sdkRuntime(asked.evaluationRuntime, headers)
  const sdk = sdkName(headers)
  return serveDecisions(ctx, snapshot, subject, { keys, keyPrefix, evaluationContexts, runtime, sdk })
}

/**
 * Whether the client already has this response. The tag covers the flags' values, but not the request's id and time,
 * which SDKs do not store.
 */
function isKnown({ headers }: EndpointRequest, etag: string): boolean {
  return matchesEntityTag(headers['if-none-match'], etag)
}

function answered({ context, request }: Pick<SdkInput, 'context' | 'request'>) {
  return { requestId: request.requestId, evaluatedAt: context.ctx.clock() }
}

async function requireKnown({ ctx }: Pick<RequestContext, 'ctx'>, token: string): Promise<void> {
  if (!(await ctx.snapshots.ofToken(token))) throw notFound()
}
