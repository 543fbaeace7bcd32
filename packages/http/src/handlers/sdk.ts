import { evaluatePublishedFlags, unknownToken } from '@flagdeck/core'
import { DEFAULT_MAX_BODY_BYTES, type EndpointRequest } from '../endpoint-request.ts'
import * as endpoints from '../endpoints/sdk.ts'
import type { RawBody } from '../plain-request.ts'
import { replyRaw } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import { sdkBody } from '../sdk-body.ts'
import { sdkRuntime } from '../sdk-runtime.ts'
import { sdkRequest, sdkToken } from '../wire/sdk-request.ts'
import { flagsResponse, flagsResponseV1 } from '../wire/sdk-response.ts'
import { handle } from './scoped-handler.ts'

export const sdkRoutes = [
  handle(endpoints.evaluateFlags, async ({ context, query, body, request }) => {
    const asked = sdkRequest(await readSdkBody(body, query.compression, request))
    const snapshot = await sdkSnapshot(context, asked.token)
    const runtime = sdkRuntime(asked.evaluationRuntime, request.headers)
    const { flagKeys: keys, evaluationContexts, subject, disableFlags } = asked
    const decisions = disableFlags
      ? []
      : evaluatePublishedFlags(snapshot, subject, { keys, evaluationContexts, runtime })
    const answered = { requestId: request.requestId, evaluatedAt: context.deck.clock() }
    return asksForValuesOnly(query)
      ? replyJson(flagsResponseV1(decisions, answered))
      : flagsResponse(decisions, answered)
  }),
  handle(endpoints.probeFlags, ({ context, request }) =>
    flagsResponse([], { requestId: request.requestId, evaluatedAt: context.deck.clock() }),
  ),
  handle(endpoints.captureBatch, async ({ context, query, body, request }) => {
    await sdkSnapshot(context, sdkToken(await readSdkBody(body, query.compression, request)))
    return { status: 'Ok' }
  }),
]

function readSdkBody(body: RawBody, compression: string | undefined, { endpoint, headers }: EndpointRequest) {
  const maxBytes = endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  return sdkBody(body, { compression, contentType: headers['content-type'], maxBytes })
}

/** The flags of the project that a public token names. */
async function sdkSnapshot({ deck }: Pick<RequestContext, 'deck'>, token: string) {
  const snapshot = await deck.snapshots.ofToken(token)
  if (!snapshot) throw unknownToken()
  return snapshot
}

/** Version 1, and no version at all unless the configuration is not asked for either. */
function asksForValuesOnly({ v, config }: { readonly v?: string | undefined; readonly config?: string | undefined }) {
  return v === '1' || (v === undefined && config !== undefined)
}

/** An answer in a form that the endpoint's newer one does not describe. */
function replyJson(output: unknown) {
  return replyRaw(JSON.stringify(output), { headers: { 'content-type': 'application/json' } })
}
