import type { JsonObject, JsonValue, Subject } from '@flagdeck/core'
import { groupKeys, groupProperties, jsonObject, missing, unknownToken } from '@flagdeck/core/operations'
import { invalidRequest } from '../../rest/request-error.ts'

/** The evaluation that an SDK requests (docs/reference/sdk-requests.md), with aliases resolved. */
export interface SdkRequest {
  readonly subject: Subject
  readonly flagKeys: readonly string[] | undefined
  readonly evaluationContexts: readonly string[] | undefined
  readonly evaluationRuntime: JsonValue
  readonly disableFlags: boolean
}

/** Reads the relevant fields of a body. Without a distinct id there is no subject. */
export function sdkRequest(body: JsonObject): SdkRequest {
  return {
    subject: subjectOf(body),
    flagKeys: textList(first(body, 'flag_keys', 'flag_keys_to_evaluate')),
    evaluationContexts: textList(first(body, 'evaluation_contexts', 'evaluation_environments')),
    evaluationRuntime: first(body, 'evaluation_runtime'),
    disableFlags: first(body, 'disable_flags') === true,
  }
}

/** The project's public token, under any of the names that SDKs use. */
export function sdkToken(body: JsonObject): string {
  const token = namedToken(body)
  if (token !== undefined) return token
  throw unknownToken()
}

/** {@link sdkToken} of an object; undefined when it has none. */
export function namedToken(body: JsonObject): string | undefined {
  const token = first(body, 'token', 'api_key', '$token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

function subjectOf(body: JsonObject): Subject {
  const deviceId = text(first(body, '$device_id', 'device_id'))
  const properties = jsonObject(first(body, 'person_properties', '$properties'))
  const anonDistinctId =
    text(first(body, '$anon_distinct_id', 'anon_distinct_id')) ?? text(first(properties, '$anon_distinct_id'))
  return {
    distinctId: distinctIdOf(body),
    properties,
    groups: groupKeys(first(body, 'groups', '$groups')),
    groupProperties: groupProperties(first(body, 'group_properties', '$group_properties')),
    ...(deviceId === undefined ? {} : { deviceId }),
    ...(anonDistinctId === undefined ? {} : { anonDistinctId }),
  }
}

function distinctIdOf(body: JsonObject): string {
  const distinctId = text(first(body, 'distinct_id', '$distinct_id'))
  if (distinctId !== undefined) return distinctId
  throw invalidRequest([missing('distinct_id')])
}

/** The first of these fields that is present and not null. */
function first(body: JsonObject, ...names: readonly string[]): JsonValue {
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : null
    if (value !== null && value !== undefined) return value
  }
  return null
}

function text(value: JsonValue): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : undefined
}

function textList(value: JsonValue): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}
