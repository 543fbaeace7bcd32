import type { EmbeddedProject, JsonObject } from '@flagdeck/core'
import { type CapturedEvent, eventMeaning, openFeatureSubject, recordCalls } from '@flagdeck/core/operations'
import { contextJson } from './context-json.ts'

/** The arguments of `client.track`. */
export interface TrackedEvent {
  readonly name: string
  readonly context: object
  readonly details: object | undefined
}

/** The SDK under which tracked events are counted. */
const SDK = 'openfeature'

/**
 * Counts the exposure that an event reports (PROTO-53). `$feature_flag_called` contains the flag and its result in its
 * properties. If the event has another name that is the key of a flag, the flag is evaluated for the user. Other events
 * are ignored.
 */
export function trackEvent({ context: ctx, flags }: EmbeddedProject, { name, context, details }: TrackedEvent): void {
  const json = contextJson({ ...context })
  const subject = json && openFeatureSubject(json)
  if (!subject || 'errorCode' in subject) return
  const decision = flags.snapshot().evaluate(name, subject)
  const called = {
    $feature_flag: name,
    $feature_flag_response: decision.variant ?? decision.enabled,
    $groups: subject.groups ?? {},
    locally_evaluated: true,
  }
  const properties = decision.flagId === null ? contextJson({ ...details }) : called
  const event = exposureEvent(decision.flagId === null ? name : '$feature_flag_called', subject.distinctId, properties)
  const { flagCall } = eventMeaning(event, ctx.project.id, ctx.clock())
  if (flagCall) void recordCalls(ctx, [flagCall])
}

function exposureEvent(name: string, distinctId: string, properties: JsonObject = {}): CapturedEvent {
  const timing = { timestampMs: null, sentAtMs: null, offsetMs: null }
  return { name, distinctId, uuid: null, timing, sdk: SDK, properties }
}
