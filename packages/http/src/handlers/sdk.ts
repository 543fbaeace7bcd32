import { type Decision, evaluatePublishedFlags, type ProjectSnapshot, unknownToken } from '@flagdeck/core'
import { DEFAULT_MAX_BODY_BYTES, type EndpointRequest } from '../endpoint-request.ts'
import * as endpoints from '../endpoints/sdk.ts'
import { minVersion } from '../min-version.ts'
import type { RawBody } from '../plain-request.ts'
import type { RequestContext } from '../request-context.ts'
import { sdkBody } from '../sdk-body.ts'
import { sdkRuntime } from '../sdk-runtime.ts'
import { type SdkRequest, sdkRequest, sdkToken } from '../wire/sdk-request.ts'
import { flagsResponse, flagsResponseV1 } from '../wire/sdk-response.ts'
import { handle } from './scoped-handler.ts'

export const sdkRoutes = [
  handle(endpoints.evaluateFlags, async ({ context, query, body, request }) => {
    const data = await readSdkBody(body, query.compression, request)
    const snapshot = await sdkSnapshot(context, sdkToken(data), request)
    const decisions = decide(snapshot, sdkRequest(data), request)
    const answered = { requestId: request.requestId, evaluatedAt: context.deck.clock() }
    return asksForValuesOnly(query) ? flagsResponseV1(decisions, answered) : flagsResponse(decisions, answered)
  }),
  handle(endpoints.probeFlags, ({ context, request }) =>
    flagsResponse([], { requestId: request.requestId, evaluatedAt: context.deck.clock() }),
  ),
  handle(endpoints.captureBatch, async ({ context, query, body, request }) => {
    await sdkSnapshot(context, sdkToken(await readSdkBody(body, query.compression, request)), request)
    return { status: 'Ok' }
  }),
]

function readSdkBody(body: RawBody, compression: string | undefined, { endpoint }: EndpointRequest) {
  return sdkBody(body, { compression, maxBytes: endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES })
}

/** The flags of the project that a public token names. */
async function sdkSnapshot({ deck }: Pick<RequestContext, 'deck'>, token: string, { headers }: EndpointRequest) {
  const known = await deck.snapshots.ofToken(token)
  const snapshot = known && (await deck.snapshots.get(known.project.id, minVersion(headers)))
  if (!snapshot) throw unknownToken()
  return snapshot
}

function decide(snapshot: ProjectSnapshot, asked: SdkRequest, { headers }: EndpointRequest): readonly Decision[] {
  const { flagKeys: keys, evaluationContexts, subject, disableFlags } = asked
  if (disableFlags) return []
  const runtime = sdkRuntime(asked.evaluationRuntime, headers)
  return evaluatePublishedFlags(snapshot, subject, { keys, evaluationContexts, runtime })
}

/** Version 1, and no version at all unless the configuration is not asked for either. */
function asksForValuesOnly({ v, config }: { readonly v?: string | undefined; readonly config?: string | undefined }) {
  return v === '1' || (v === undefined && config !== undefined)
}
