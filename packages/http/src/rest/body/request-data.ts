import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, typeName, violation } from '@flagdeck/core/operations'
import type { Endpoint } from '../endpoint.ts'
import { type ParsingMemory, readJson } from '../json/json-body.ts'
import type { RawBody } from '../plain-request.ts'
import { invalidRequest, unsupportedMediaType } from '../request-error.ts'
import { parseForm } from './form-body.ts'
import { formData } from './form-data.ts'

/**
 * The object that a request's body carries, as JSON or as a form. No body at all is an empty object.
 * @throws RequestError `parse_error`, `unsupported_media_type`, or `invalid` when the JSON is not an object or the form
 * has too many fields; Overloaded
 */
export async function requestData(
  sent: RawBody,
  contentType: string | undefined,
  { body }: Pick<Endpoint, 'body'>,
  memory: ParsingMemory,
): Promise<JsonObject> {
  const mediaType = mediaTypeOf(contentType)
  const data = sent instanceof Uint8Array ? await parseBody(sent, mediaType, memory) : sent.parsed
  if (isJsonObject(data)) return isForm(sent, mediaType) ? formData(data, body, memory) : data
  throw invalidRequest([
    violation(null, 'invalid_input', `Invalid data. Expected a dictionary, but got ${typeName(data)}.`),
  ])
}

function parseBody(bytes: Uint8Array, mediaType: string, memory: ParsingMemory): unknown {
  if (bytes.length === 0) return {}
  if (isForm(bytes, mediaType)) return parseForm(bytes)
  if (mediaType !== FORM_TYPE && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw unsupportedMediaType('media type')
  }
  return readJson(bytes, memory)
}

/** What is called a form, unless it begins as no form does, which would write the brace as `%7B`: curl calls JSON so. */
function isForm(sent: RawBody, mediaType: string): boolean {
  return mediaType === FORM_TYPE && !(sent instanceof Uint8Array && beginsAnObject(sent))
}

const OPENING_BRACE = 0x7b
const SPACES = [0x20, 0x09, 0x0a, 0x0d]

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
