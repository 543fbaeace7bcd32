import type { JsonObject, JsonValue } from '@flagdeck/core'
import { type CapturedEvent, type EventTiming, isJsonObject } from '@flagdeck/core/operations'
import type { Sending } from './sending.ts'
import { sentTime } from './sent-time.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_PROPERTIES: JsonObject = {}

/** The UUID of an event; null when it has none. */
export function uuidOf(event: unknown): string | null {
  const uuid = isJsonObject(event) ? event.uuid : null
  return typeof uuid === 'string' && UUID.test(uuid) ? uuid : null
}

/** Reads an event in any form that SDKs have sent. A text is the reason why it is not an event (CAPTURE-3). */
export function capturedEvent(event: unknown, sending: Sending): CapturedEvent | string {
  if (!isJsonObject(event)) return 'An event must be an object.'
  const name = typeof event.event === 'string' ? event.event : sending.eventName
  if (name === null || name.trim() === '') return 'An event must have a name in "event".'
  const properties = isJsonObject(event.properties) ? event.properties : NO_PROPERTIES
  const distinctId = distinctIdOf(event) ?? distinctIdOf(properties)
  if (distinctId === undefined) return 'An event must have a "distinct_id".'
  const { $lib: sdk } = properties
  return {
    name,
    distinctId,
    uuid: uuidOf(event)?.toLowerCase() ?? null,
    timing: timingOf(event, properties, sending),
    sdk: typeof sdk === 'string' ? sdk : sending.sdk,
    properties: allProperties(event, properties),
  }
}

function distinctIdOf(holder: JsonObject): string | undefined {
  return idText(holder.distinct_id) ?? idText(holder.$distinct_id)
}

function idText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function timingOf(event: JsonObject, properties: JsonObject, { sentAtMs }: Sending): EventTiming {
  const { timestamp, sent_at, offset, options } = event
  const isExact =
    properties.$ignore_sent_at === true || (isJsonObject(options) && options.disable_skew_correction === true)
  return {
    timestampMs: timestamp === undefined ? null : sentTime(timestamp),
    sentAtMs: isExact ? null : (sentAtMs ?? (sent_at === undefined ? null : sentTime(sent_at))),
    offsetMs: typeof offset === 'number' && offset >= 0 ? offset : null,
  }
}

/** The properties, including fields next to them: changes of the person, which some SDKs send there, and options. */
function allProperties(event: JsonObject, properties: JsonObject): JsonObject {
  const { $set, $set_once, $unset, options } = event
  const isHidden = isJsonObject(options) && options.process_person_profile === false
  if ($set === undefined && $set_once === undefined && $unset === undefined && !isHidden) return properties
  return {
    ...properties,
    ...($set === undefined ? {} : { $set: both(properties.$set, $set) }),
    ...($set_once === undefined ? {} : { $set_once: both(properties.$set_once, $set_once) }),
    ...($unset === undefined ? {} : { $unset }),
    ...(isHidden ? { $process_person_profile: false } : {}),
  }
}

function both(inside: JsonValue | undefined, beside: JsonValue): JsonValue {
  return isJsonObject(inside) && isJsonObject(beside) ? { ...inside, ...beside } : beside
}
