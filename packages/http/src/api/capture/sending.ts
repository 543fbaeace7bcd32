import type { JsonObject } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { queryValue } from '../access/request-credentials.ts'
import { sentTime } from './sent-time.ts'

/** The data of a request that applies to all of its events. */
export interface Sending {
  /** When it was sent, by the clock of the sender; null when not specified. */
  readonly sentAtMs: number | null
  /** The SDK of events that do not specify one; may be empty. */
  readonly sdk: string
  /** The name of events without one; null when such events are ignored. */
  readonly eventName: string | null
}

/** A request of the first generation: the time is next to the batch, or in the query. */
export function sendingV0(envelope: JsonObject, request: EndpointRequest): Sending {
  const sentAtMs =
    sentTime(envelope.sent_at) ?? sentTime(queryValue(request, 'sent_at')) ?? sentTime(queryValue(request, '_'))
  const eventName = request.endpoint.path.startsWith('/engage') ? '$identify' : null
  return { sentAtMs, sdk: sdkIn(request), eventName }
}

/** A request of the newest generation: each attempt has its time in a header. */
export function sendingV1(envelope: JsonObject, request: EndpointRequest): Sending {
  const sentAtMs = sentTime(request.headers['posthog-request-timestamp']) ?? sentTime(envelope.created_at)
  return { sentAtMs, sdk: sdkIn(request), eventName: null }
}

/** `posthog-node/5.70.0` without the version. */
function sdkIn({ headers }: EndpointRequest): string {
  return headers['posthog-sdk-info']?.split('/')[0]?.trim() ?? ''
}
