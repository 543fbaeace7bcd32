import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { EventTiming } from './event-time.ts'

/** An event from an SDK, decoded from its protocol. */
export interface CapturedEvent {
  /** The name, such as `$feature_flag_called`. */
  readonly name: string
  readonly distinctId: string
  /** Identifies the event, so that it is counted once even if it is sent again; null when the client sent no UUID. */
  readonly uuid: string | null
  readonly timing: EventTiming
  /** The name of the SDK, such as `posthog-node`; the empty text when it is unknown. */
  readonly sdk: string
  /** Contains `$set`, `$set_once` and `$unset`, wherever they were sent. */
  readonly properties: JsonObject
}
