import { yieldToOthers } from '@flagdeck/core/store'
import { parseError } from '../request-error.ts'
import { measureJson } from './json-bounds.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reserves memory for JSON before it is parsed, such as the `BodyReading` of a request. */
export interface ParsingMemory {
  /** @param beginning the text, which may contain the project of the request */
  take(bytes: number, beginning: Uint8Array): Promise<void> | undefined
}

/** The size of an empty object in V8's heap, including its slot in a list. */
const BYTES_PER_CONTAINER = 64
/** Nearly all bodies have fewer lists and objects, and reserve nothing. */
const FREE_CONTAINERS = 1000
/** Longer JSON is parsed in steps of about a millisecond. */
const LONG_BYTES = 128 * 1024

/**
 * Parses the JSON of a request, after `clean` was applied to its text. It reserves memory for lists and objects, which
 * may take twenty times as much as their text (HTTP-98). It yields between long steps.
 * @throws RequestError `parse_error`, which contains a position but never repeats the input; Overloaded
 */
export async function readJson(
  bytes: Uint8Array,
  memory: ParsingMemory,
  clean: (text: string) => string = asItIs,
): Promise<unknown> {
  const { refusal, containers } = measureJson(bytes)
  if (refusal !== undefined) throw parseError(refusal)
  if (containers > FREE_CONTAINERS) await memory.take((containers - FREE_CONTAINERS) * BYTES_PER_CONTAINER, bytes)
  if (bytes.length <= LONG_BYTES) return parseText(clean(decodeUtf8(bytes)))
  await yieldToOthers()
  const text = clean(decodeUtf8(bytes))
  await yieldToOthers()
  const parsed = parseText(text)
  await yieldToOthers()
  return parsed
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
