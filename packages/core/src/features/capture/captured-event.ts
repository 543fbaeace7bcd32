import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { EventTiming } from './event-time.ts'

/** An event as an SDK sent it, once the forms of the wire are undone. */
export interface CapturedEvent {
  /** Such as `$feature_flag_called`. */
  readonly name: string
  readonly distinctId: string
  /** What tells the event from all others, so that it counts once although it is sent again; null: it says nothing. */
  readonly uuid: string | null
  readonly timing: EventTiming
  /** The SDK by its own word, such as `posthog-node`; the empty text when it says nothing. */
  readonly sdk: string
  /** `$set`, `$set_once` and `$unset` are always in here, wherever they were sent. */
  readonly properties: JsonObject
}
