import type { JsonObject } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { BodyReading } from '../../rest/body/body-reading.ts'
import { DEFAULT_MAX_BODY_BYTES } from '../../rest/endpoint-request.ts'
import { type ParsingMemory, readJson } from '../../rest/json/json-body.ts'
import { withoutNonNumbers } from '../../rest/json/json-non-numbers.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import { bodyTooLarge, parseError } from '../../rest/request-error.ts'
import { type SdkBodyHints, sdkContent } from '../sdk/sdk-body.ts'
import { type BatchCut, type ByteRange, cutBatch } from './batch-cut.ts'

/** The events of a body. */
export interface SentEvents {
  /** Whether they came in a list called `batch`. */
  readonly isBatch: boolean
  /** The fields next to the list; empty when there are none. */
  readonly envelope: JsonObject
  /**
   * Functions that parse the events in pieces, so that a large batch is never in memory as a whole.
   * @throws RequestError `parse_error`; Overloaded
   */
  readonly pieces: readonly (() => Promise<readonly unknown[]>)[]
}

/** Parsed in about two milliseconds. Smaller bodies are parsed in one step. */
const PIECE_BYTES = 256 * 1024
/** Larger events are skipped without parsing. A body with more than this next to its events is refused (CAPTURE-5). */
const MAX_EVENT_BYTES = 1024 * 1024

/**
 * Finds the events in a body with any of the forms that SDKs send: one event, a list, or a list named `batch`.
 * @throws RequestError `bad_request`, `parse_error`, `request_entity_too_large`; Overloaded
 */
export async function sentEvents(body: RawBody, hints: SdkBodyHints): Promise<SentEvents> {
  const content = await sdkContent(body, hints)
  if (!(content instanceof Uint8Array)) return eventsIn(content.parsed)
  const { reading } = hints
  if (content.length <= PIECE_BYTES) return eventsIn(await parse(content, reading))
  const cut = await cutBatch(content, { pieceBytes: PIECE_BYTES, maxEventBytes: MAX_EVENT_BYTES })
  if (cut) return eventsOfCut(content, cut, reading)
  if (content.length > DEFAULT_MAX_BODY_BYTES) throw bodyTooLarge()
  return eventsIn(await parse(content, reading))
}

function eventsIn(data: unknown): SentEvents {
  if (Array.isArray(data)) return { isBatch: false, envelope: {}, pieces: [async () => data] }
  if (!isJsonObject(data)) throw parseError('the body is neither an object nor a list of them')
  const { batch, ...envelope } = data
  return Array.isArray(batch)
    ? { isBatch: true, envelope, pieces: [async () => batch] }
    : { isBatch: false, envelope: {}, pieces: [async () => [data]] }
}

async function eventsOfCut(json: Uint8Array, { list, pieces }: BatchCut, reading: BodyReading): Promise<SentEvents> {
  const memory = memoryOfPieces(reading)
  return {
    ...eventsIn(await parse(withoutList(json, list), reading)),
    pieces: pieces.map((range) => () => eventsInPiece(json, range, memory)),
  }
}

/** Reserves memory for one piece at a time: once a piece is parsed, the previous one is no longer used. */
function memoryOfPieces(reading: BodyReading): ParsingMemory {
  let held = 0
  return {
    async take(bytes, beginning) {
      reading.give(held)
      held = 0
      await reading.take(bytes, beginning)
      held = bytes
    },
  }
}

/** The JSON around the list, with an empty list in its place. */
function withoutList(json: Uint8Array, { start, end }: ByteRange): Uint8Array {
  const length = json.length - (end - start) + EMPTY_LIST.length
  if (length > MAX_EVENT_BYTES) throw parseError('the fields next to the events are too large')
  return joined([json.subarray(0, start), EMPTY_LIST, json.subarray(end)], length)
}

async function eventsInPiece(
  json: Uint8Array,
  { start, end }: ByteRange,
  memory: ParsingMemory,
): Promise<readonly unknown[]> {
  const length = end - start + EMPTY_LIST.length
  // The brackets make it a list, so parsing returns a list.
  return (await parse(joined([LIST_BEGIN, json.subarray(start, end), LIST_END], length), memory)) as unknown[]
}

function parse(json: Uint8Array, memory: ParsingMemory): Promise<unknown> {
  return readJson(json, memory, withoutNonNumbers)
}

const encoder = new TextEncoder()
const EMPTY_LIST = encoder.encode('[]')
const LIST_BEGIN = EMPTY_LIST.subarray(0, 1)
const LIST_END = EMPTY_LIST.subarray(1)

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
