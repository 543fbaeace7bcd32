import type { JsonObject } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { queryValue } from '../access/request-credentials.ts'
import { sentTime } from './sent-time.ts'

/** What a request says about all of its events. */
export interface Sending {
  /** When it was sent, by the sender's clock; null: it does not say. */
  readonly sentAtMs: number | null
  /** Its SDK, for events that do not say; may be empty. */
  readonly sdk: string
  /** The name of events without one; null: they mean nothing. */
  readonly eventName: string | null
}

/** A request of the first generation: the time is beside the batch, or in the query. */
export function sendingV0(envelope: JsonObject, request: EndpointRequest): Sending {
  const sentAtMs =
    sentTime(envelope.sent_at) ?? sentTime(queryValue(request, 'sent_at')) ?? sentTime(queryValue(request, '_'))
  const eventName = request.endpoint.path.startsWith('/engage') ? '$identify' : null
  return { sentAtMs, sdk: sdkIn(request), eventName }
}

/** One of the newest generation: every attempt says in a header when it was made. */
export function sendingV1(envelope: JsonObject, request: EndpointRequest): Sending {
  const sentAtMs = sentTime(request.headers['posthog-request-timestamp']) ?? sentTime(envelope.created_at)
  return { sentAtMs, sdk: sdkIn(request), eventName: null }
}

/** `posthog-node/5.70.0` without its version. */
function sdkIn({ headers }: EndpointRequest): string {
  return headers['posthog-sdk-info']?.split('/')[0]?.trim() ?? ''
}
