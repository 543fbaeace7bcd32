import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, recordCalls } from '@flagdeck/core/operations'
import type { FlagCall } from '@flagdeck/core/store'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { UsageSourceContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/usage-sources.ts'
import { goFeatureFlagCalls } from '../usage-sources/go-feature-flag-calls.ts'
import { type UsageSender, unleashBulkCalls, unleashCalls } from '../usage-sources/unleash-calls.ts'
import { handle } from './scoped-handler.ts'

export const usageSourceRoutes = [
  handle(endpoints.unleashMetrics, (input) => takeMetrics(input, unleashCalls)),
  handle(endpoints.unleashFrontendMetrics, (input) => takeMetrics(input, unleashCalls)),
  handle(endpoints.unleashBulkMetrics, (input) => takeMetrics(input, unleashBulkCalls)),
  handle(endpoints.goFeatureFlagEvents, async ({ context, body }) => {
    await recordCalls(context.ctx, goFeatureFlagCalls(body.events, senderOf(context, providerIn(body.meta))))
    return { ingestedContentCount: body.events.length }
  }),
]

interface MetricsInput {
  readonly context: UsageSourceContext
  readonly body: Readonly<Record<string, unknown>>
  readonly request: EndpointRequest
}

async function takeMetrics(
  { context, body, request }: MetricsInput,
  callsOf: (metrics: JsonObject, sender: UsageSender) => readonly FlagCall[],
): Promise<undefined> {
  // The body was parsed from JSON.
  await recordCalls(context.ctx, callsOf(body as JsonObject, senderOf(context, sdkIn(request))))
}

function senderOf({ ctx, projectId }: UsageSourceContext, sdk: string): UsageSender {
  return { projectId, sdk, nowMs: ctx.clock() }
}

/** The name in, for example, `unleash-node-sdk:6.12.1`, without the version. */
function sdkIn({ headers }: EndpointRequest): string {
  return headers['unleash-sdk']?.split(/[:@ ]/)[0] ?? ''
}

/** GO Feature Flag's SDKs send the name of their language. */
function providerIn(meta: unknown): string {
  return isJsonObject(meta) && typeof meta.provider === 'string' ? meta.provider : ''
}
