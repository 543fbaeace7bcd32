import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, typeName, violation } from '@flagdeck/core/operations'
import { parseJson, parseJsonYielding } from '../json/json-body.ts'
import type { RawBody } from '../plain-request.ts'
import { invalidRequest, unsupportedMediaType } from '../request-error.ts'
import { parseForm } from './form-body.ts'

/**
 * The object that a request's body carries, as JSON or as a form. No body at all is an empty object.
 * @throws RequestError `parse_error`, `unsupported_media_type`, or `invalid` when the JSON is not an object or the form
 * has too many fields
 */
export async function requestData(body: RawBody, contentType: string | undefined): Promise<JsonObject> {
  const data = body instanceof Uint8Array ? await parseBody(body, contentType) : body.parsed
  if (isJsonObject(data)) return data
  throw invalidRequest([
    violation(null, 'invalid_input', `Invalid data. Expected a dictionary, but got ${typeName(data)}.`),
  ])
}

/** JSON that is longer is read in slices: each step of it takes a millisecond. */
const LONG_BYTES = 128 * 1024

function parseBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return {}
  const mediaType = mediaTypeOf(contentType)
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) {
    return bytes.length > LONG_BYTES ? parseJsonYielding(bytes) : parseJson(bytes)
  }
  if (mediaType === FORM_TYPE) return parseForm(bytes)
  throw unsupportedMediaType('media type')
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Without parameters such as the charset, in lower case; JSON when none was sent. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType === 'application/json') return 'application/json'
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
