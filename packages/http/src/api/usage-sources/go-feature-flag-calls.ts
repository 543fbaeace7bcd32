import type { JsonObject } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { FlagCall } from '@flagdeck/core/store'
import { sentTime } from '../capture/sent-time.ts'
import type { UsageSender } from './unleash-calls.ts'

/** The calls among the events that a GO Feature Flag SDK collected (CAPTURE-31). Invalid events are left out. */
export function goFeatureFlagCalls(events: readonly unknown[], sender: UsageSender): FlagCall[] {
  return events.filter(isJsonObject).flatMap((event) => callOf(event, sender) ?? [])
}

function callOf(event: JsonObject, { projectId, sdk, nowMs }: UsageSender): FlagCall | null {
  const { kind = 'feature', key, userKey, creationDate } = event
  if (kind !== 'feature' || typeof key !== 'string' || key === '') return null
  // The caller's default was used because the evaluation failed.
  const isError = event.default === true
  return {
    projectId,
    flagKey: key,
    variant: isError ? '' : variantOf(event),
    measure: 'evaluations',
    source: 'go_feature_flag',
    sdk,
    distinctId: typeof userKey === 'string' && userKey !== '' ? userKey : null,
    count: 1,
    errors: isError ? 1 : 0,
    at: Math.min(sentTime(creationDate) ?? nowMs, nowMs),
    uuid: null,
  }
}

function variantOf({ value, variation }: JsonObject): string {
  if (typeof value === 'boolean') return String(value)
  return typeof variation === 'string' ? variation : ''
}
