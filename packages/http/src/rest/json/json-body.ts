import { yieldToOthers } from '@flagdeck/core/store'
import { parseError } from '../request-error.ts'
import { beyondBounds } from './json-bounds.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON that came from outside, its text `clean`ed first.
 * @throws RequestError `parse_error`; its text names a place but never repeats the input
 */
export function parseJson(bytes: Uint8Array, clean: (text: string) => string = asItIs): unknown {
  refuseBeyondBounds(bytes)
  return parseText(clean(decodeUtf8(bytes)))
}

/** {@link parseJson} of what takes long in all: it yields between the steps. */
export async function parseJsonYielding(bytes: Uint8Array, clean: (text: string) => string = asItIs): Promise<unknown> {
  refuseBeyondBounds(bytes)
  await yieldToOthers()
  const text = clean(decodeUtf8(bytes))
  await yieldToOthers()
  const parsed = parseText(text)
  await yieldToOthers()
  return parsed
}

/** JSON that is longer is read in slices: each step of it takes a millisecond. */
const LONG_BYTES = 128 * 1024

/** {@link parseJson}, which yields where that takes long. */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
  return bytes.length > LONG_BYTES ? parseJsonYielding(bytes) : parseJson(bytes)
}

function refuseBeyondBounds(bytes: Uint8Array): void {
  const reason = beyondBounds(bytes)
  if (reason !== undefined) throw parseError(reason)
}

function asItIs(text: string): string {
  return text
}

/** @throws RequestError `parse_error` */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw parseError('the text is not valid UTF-8')
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = error instanceof Error ? / at position (\d+)/.exec(error.message)?.[1] : undefined
    throw parseError(position === undefined ? 'the text is not valid JSON' : `invalid JSON at position ${position}`)
  }
}
