import type { EmbeddedProject, JsonObject } from '@flagdeck/core'
import { type CapturedEvent, eventMeaning, openFeatureSubject, recordCalls } from '@flagdeck/core/operations'
import { contextJson } from './context-json.ts'

/** What `client.track` was called with. */
export interface TrackedEvent {
  readonly name: string
  readonly context: object
  readonly details: object | undefined
}

/** The name by which what is tracked is counted apart. */
const SDK = 'openfeature'

/**
 * Counts the exposure that an event tells of (PROTO-53): `$feature_flag_called` says of which flag and answer; another
 * name is that of the flag whose answer the person has met. What tells of none is let go.
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
