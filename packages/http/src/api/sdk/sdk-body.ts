import type { JsonObject } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import { type BodyReading, MAX_UNKNOWN_DECODED_BYTES } from '../../rest/body/body-reading.ts'
import { decodeWithin } from '../../rest/body/decode-within.ts'
import { decompressed } from '../../rest/body/decompress.ts'
import { decodeUtf8, readJson } from '../../rest/json/json-body.ts'
import { withoutNonNumbers } from '../../rest/json/json-non-numbers.ts'
import type { ParsedBody, RawBody } from '../../rest/plain-request.ts'
import { bodyTooLarge, parseError, RequestError } from '../../rest/request-error.ts'

/** Declarations of an SDK about its body, from outside of the body. */
export interface SdkBodyHints {
  /** The `compression` query parameter. */
  readonly compression?: string | undefined
  /** The limits of reading the body. */
  readonly reading: BodyReading
}

const COMPRESSIONS = new Set(['', 'gzip', 'gzip-js', 'base64'])

/**
 * Reads a body with any of the forms that SDKs send, whatever its content type: JSON, gzip, a form whose `data` is
 * base64 of either, or base64 itself (HTTP-70).
 * @throws RequestError `bad_request` for an unknown compression, `parse_error`, `request_entity_too_large`
 */
export async function sdkBody(body: RawBody, hints: SdkBodyHints): Promise<JsonObject> {
  const data = await sdkData(body, hints)
  if (isJsonObject(data)) return data
  throw parseError('the body is not an object')
}

async function sdkData(body: RawBody, hints: SdkBodyHints): Promise<unknown> {
  const content = await sdkContent(body, hints)
  return content instanceof Uint8Array ? readJson(content, hints.reading, withoutNonNumbers) : content.parsed
}

/** {@link sdkBody} before its JSON is parsed, for callers that parse it in pieces. */
export async function sdkContent(body: RawBody, { compression = '', reading }: SdkBodyHints): Promise<RawBody> {
  if (!COMPRESSIONS.has(compression)) throw new RequestError('bad_request', 'Unsupported compression.')
  // The most common form needs no asynchronous step.
  if (body instanceof Uint8Array && looksLikeJson(body)) return body
  return body instanceof Uint8Array ? decode(body, reading) : unwrap(body, reading)
}

async function decode(bytes: Uint8Array, reading: BodyReading): Promise<Uint8Array> {
  const plain = await unpack(bytes, reading)
  if (plain.length === 0) return EMPTY_OBJECT
  if (looksLikeJson(plain)) return plain
  if (plain.length > MAX_TEXT_BYTES) throw bodyTooLarge()
  return decodeBase64(formData(decodeUtf8(plain)), reading)
}

const EMPTY_OBJECT = new TextEncoder().encode('{}')

/** Unwraps what a host program parsed: JSON, or a form. Form parsers decode the plus signs of base64 as spaces. */
async function unwrap(body: ParsedBody, reading: BodyReading): Promise<RawBody> {
  const { parsed } = body
  const isForm = isJsonObject(parsed) && typeof parsed.data === 'string' && Object.keys(parsed).length < 3
  return isForm ? decodeBase64(String(parsed.data).replaceAll(' ', '+'), reading) : body
}

/** Text is decoded in one step. Clients that send more use gzip. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024
/** The length of base64, which is a third more than unauthenticated clients may have decoded. */
const MAX_BASE64_LENGTH = Math.ceil((MAX_UNKNOWN_DECODED_BYTES * 4) / 3)

/** Decodes a single layer of base64: nested encodings could continue without end. */
async function decodeBase64(text: string, reading: BodyReading): Promise<Uint8Array> {
  if (text.length > MAX_BASE64_LENGTH) throw bodyTooLarge()
  await reading.take(text.length)
  return unpack(fromBase64(text), reading)
}

async function unpack(bytes: Uint8Array, reading: BodyReading): Promise<Uint8Array> {
  return isGzip(bytes) ? decodeWithin(reading, bytes, 'gzip', decompressed) : bytes
}

/** Whether bytes start with the header of gzip (RFC 1952, section 2.3.1). */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function looksLikeJson(bytes: Uint8Array): boolean {
  let at = 0
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++
  return bytes[at] === 0x7b || bytes[at] === 0x5b
}

/** The `data` of a form, or the text itself. */
function formData(text: string): string {
  const match = /(?:^|&)data=([^&]*)/.exec(text)
  if (!match) return text
  return unescaped(match[1] ?? '')
}

/** Keeps plus signs, which belong to base64 here: SDKs do not escape them. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notAnEncoding()
  }
}

function fromBase64(text: string): Uint8Array {
  const binary = decodeBinary(withoutPadding(text.trim()).replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

function withoutPadding(text: string): string {
  let end = text.length
  while (text[end - 1] === '=') end--
  return text.slice(0, end)
}

function decodeBinary(base64: string): string {
  try {
    return atob(base64)
  } catch {
    throw notAnEncoding()
  }
}

function notAnEncoding(): RequestError {
  return parseError('the body is neither JSON nor an encoding of it')
}
