import { isJsonObject, type JsonObject, typeName, violation } from '@flagdeck/core'
import { decodeUtf8, parseJson } from './json-body.ts'
import type { RawBody } from './plain-request.ts'
import { invalidRequest, unsupportedMediaType } from './request-error.ts'

/**
 * The object that a request's body carries, as JSON or as a form. No body at all is an empty object.
 * @throws RequestError `parse_error`, `unsupported_media_type`, or `invalid` when the JSON is not an object
 */
export function requestData(body: RawBody, contentType: string | undefined): JsonObject {
  const data = body instanceof Uint8Array ? parseBody(body, contentType) : (body.parsed ?? {})
  if (isJsonObject(data)) return data
  throw invalidRequest([
    violation(null, 'invalid_input', `Invalid data. Expected a dictionary, but got ${typeName(data)}.`),
  ])
}

function parseBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return {}
  const mediaType = mediaTypeOf(contentType)
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return parseJson(bytes)
  // `fromEntries` defines keys, so that one called `__proto__` is data like any other.
  if (mediaType === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(decodeUtf8(bytes)))
  throw unsupportedMediaType('media type')
}

/** Without parameters such as the charset, in lower case; JSON when none was sent. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType === 'application/json') return 'application/json'
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
