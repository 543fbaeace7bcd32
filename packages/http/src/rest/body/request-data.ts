import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, typeName, violation } from '@flagdeck/core/operations'
import type { Endpoint } from '../endpoint.ts'
import { type ParsingMemory, readJson } from '../json/json-body.ts'
import type { RawBody } from '../plain-request.ts'
import { invalidRequest, unsupportedMediaType } from '../request-error.ts'
import { parseForm } from './form-body.ts'
import { formData } from './form-data.ts'

/**
 * Returns the object in a request's body, which is JSON or a form. A missing body is an empty object.
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

/**
 * Whether the body is declared as a form and does not start with `{`. Forms encode the brace as `%7B`, but curl
 * declares JSON bodies as forms.
 */
function isForm(sent: RawBody, mediaType: string): boolean {
  return mediaType === FORM_TYPE && !(sent instanceof Uint8Array && beginsAnObject(sent))
}

const OPENING_BRACE = 0x7b
const SPACES = [0x20, 0x09, 0x0a, 0x0d]

function beginsAnObject(bytes: Uint8Array): boolean {
  return bytes.find((byte) => !SPACES.includes(byte)) === OPENING_BRACE
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** The media type without parameters such as the charset, in lower case; JSON when missing. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType === 'application/json') return 'application/json'
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}
