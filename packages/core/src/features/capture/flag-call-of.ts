import { packText } from '../../evaluation/hashing/packed-text.ts'
import { sha1 } from '../../evaluation/hashing/sha1.ts'
import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { shortText } from '../../foundation/json/short-text.ts'
import { countedGroupKey } from '../../runtime/usage/flag-group-type.ts'
import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import { FLAG_CALLED } from '../usage/query/trends-query.ts'
import type { CapturedEvent } from './captured-event.ts'
import { eventTime } from './event-time.ts'

/** The maximum number of group types of an event to read; a project has at most five. */
const MAX_GROUPS = 20

/** Returns the exposure that an event reports (CAPTURE-10); null when it reports none. */
export function flagCallOf(event: CapturedEvent, projectId: number, nowMs: number): FlagCall | null {
  if (event.name !== FLAG_CALLED) return null
  const { properties, distinctId, sdk, uuid, timing } = event
  const flagKey = properties.$feature_flag
  if (typeof flagKey !== 'string' || flagKey === '') return null
  const variant = variantOf(properties.$feature_flag_response)
  return {
    projectId,
    flagKey,
    variant,
    measure: 'exposures',
    source: properties.locally_evaluated === true ? 'sdk_local' : 'sdk_remote',
    sdk,
    distinctId,
    groups: groupsOf(properties.$groups),
    count: 1,
    errors: isError(properties.$feature_flag_error) ? 1 : 0,
    at: eventTime(timing, nowMs),
    uuid: uuid ?? fingerprint([distinctId, flagKey, variant], timing.timestampMs),
  }
}

/** Returns the groups in an event (CAPTURE-17), without invalid keys. */
function groupsOf(groups: JsonValue | undefined): FlagCall['groups'] {
  if (!isJsonObject(groups)) return undefined
  const looked = Object.entries(groups).slice(0, MAX_GROUPS)
  const named = looked.flatMap(([type, value]) => {
    const key = countedGroupKey(value)
    return key === undefined ? [] : [[shortText(type), shortText(key)]]
  })
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

function variantOf(response: JsonValue | undefined): string {
  switch (typeof response) {
    case 'string':
      return response
    case 'boolean':
    case 'number':
      return String(response)
    default:
      return ''
  }
}

function isError(error: JsonValue | undefined): boolean {
  return error !== undefined && error !== null && error !== false && error !== ''
}

const EMPTY = packText('')

/** Returns a substitute for the UUID of an event without one (CAPTURE-11); null when the client sent no time. */
function fingerprint(parts: readonly string[], timestampMs: number | null): string | null {
  if (timestampMs === null) return null
  const digest = sha1(packText(JSON.stringify([...parts, timestampMs])), EMPTY, EMPTY)
  const hex = [...digest.subarray(0, 4)].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
