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
  const isForm = mediaType === FORM_TYPE
  if (isForm && !beginsAnObject(bytes)) return parseForm(bytes)
  if (!isForm && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw unsupportedMediaType('media type')
  }
  return bytes.length > LONG_BYTES ? parseJsonYielding(bytes) : parseJson(bytes)
}

const OPENING_BRACE = 0x7b
const SPACES = [0x20, 0x09, 0x0a, 0x0d]

/** As no form does, which would write the brace as `%7B`: it is JSON, and curl has called it a form (HTTP-12). */
function beginsAnObject(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !SPACES.includes(byte)) === OPENING_BRACE
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Without parameters such as the charset, in lower case; JSON when none was sent. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType === 'application/json') return 'application/json'
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
