import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { FlagCall } from '@flagdeck/core/store'
import { sentTime } from '../capture/sent-time.ts'

/** The project and source of calls that another service's SDK reports. */
export interface UsageSender {
  readonly projectId: number
  readonly sdk: string
  readonly nowMs: number
}

/** More calls of a flag than can occur in an interval. */
const MAX_COUNT = 1e9
/**
 * The variant that Unleash's SDKs report when a flag is off or has no variant. Such a call is also counted in `yes` or
 * `no`.
 */
const NO_VARIANT = 'disabled'

/**
 * The calls in the metrics that an Unleash SDK collected in one interval (CAPTURE-30). Invalid entries are left out.
 */
export function unleashCalls(metrics: JsonObject, sender: UsageSender): FlagCall[] {
  if (!isJsonObject(metrics.bucket)) return []
  const { toggles, stop } = metrics.bucket
  if (!isJsonObject(toggles)) return []
  const at = sentTime(stop) ?? sender.nowMs
  return Object.entries(toggles).flatMap(([flagKey, counts]) => callsOf(flagKey, counts, at, sender))
}

/** The calls that Unleash Edge has collected from several SDKs. */
export function unleashBulkCalls({ metrics }: JsonObject, sender: UsageSender): FlagCall[] {
  const list: readonly JsonValue[] = Array.isArray(metrics) ? metrics : []
  return list.filter(isJsonObject).flatMap((counts) => {
    const { featureName, timestamp } = counts
    if (typeof featureName !== 'string') return []
    return callsOf(featureName, counts, sentTime(timestamp) ?? sender.nowMs, sender)
  })
}

function callsOf(flagKey: string, counts: JsonValue | undefined, at: number, sender: UsageSender): FlagCall[] {
  if (flagKey === '' || !isJsonObject(counts)) return []
  const variants = Object.entries(isJsonObject(counts.variants) ? counts.variants : {})
    .filter(([variant]) => variant !== NO_VARIANT)
    .map(([variant, count]) => [variant, countOf(count)] as const)
  const withVariant = variants.reduce((sum, [, count]) => sum + count, 0)
  const all = [...variants, ['true', countOf(counts.yes) - withVariant], ['false', countOf(counts.no)]] as const
  return all.flatMap(([variant, count]) => (count > 0 ? callOf(flagKey, variant, count, at, sender) : []))
}

function countOf(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_COUNT ? value : 0
}

function callOf(flagKey: string, variant: string, count: number, at: number, sender: UsageSender): FlagCall {
  const { projectId, sdk, nowMs } = sender
  return {
    projectId,
    flagKey,
    variant,
    measure: 'evaluations',
    source: 'unleash',
    sdk,
    distinctId: null,
    count,
    errors: 0,
    at: Math.min(at, nowMs),
    uuid: null,
  }
}
