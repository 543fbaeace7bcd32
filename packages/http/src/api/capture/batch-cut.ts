import { MAX_JSON_DEPTH } from '@flagdeck/core/operations'
import { JsonScanner, jsonSigns, yieldToOthers } from '@flagdeck/core/store'
import { TOO_DEEP } from '../../rest/json/json-bounds.ts'
import { parseError } from '../../rest/request-error.ts'

/** A range of bytes, excluding its end. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where to cut a batch into texts that can be parsed separately. */
export interface BatchCut {
  /** The list of events, with its brackets. */
  readonly list: ByteRange
  /** Ranges of consecutive events, including the commas between them. Events that are too large are in none. */
  readonly pieces: readonly ByteRange[]
}

export interface BatchCutOptions {
  /** A piece ends with the event in which it becomes this large. */
  readonly pieceBytes: number
  readonly maxEventBytes: number
}

/** The number of bytes that are scanned without yielding, in about a millisecond. */
const STRETCH_BYTES = 1024 * 1024

const COMMA = 0x2c
const COLON = 0x3a
const LIST_BEGIN = 0x5b
const OBJECT_BEGIN = 0x7b
const STRUCTURE = jsonSigns(',[]{}')
const BATCH = new TextEncoder().encode('"batch"')

/**
 * Finds the list of events in JSON text: the text itself, or the value of `batch`. It reads only structural characters;
 * other invalid JSON is found when the pieces are parsed. Yields to other requests. Returns undefined when there is no
 * such list.
 * @throws RequestError `parse_error` for text that is incomplete or nested too deep
 */
export async function cutBatch(json: Uint8Array, options: BatchCutOptions): Promise<BatchCut | undefined> {
  const cutting = new BatchCutting(json, options)
  while (cutting.goOn(STRETCH_BYTES)) await yieldToOthers()
  return cutting.result()
}

/** Scans JSON text once. */
class BatchCutting {
  readonly #json: Uint8Array
  readonly #scanner: JsonScanner
  readonly #options: BatchCutOptions
  // Bound: dies with the request
  readonly #pieces: ByteRange[] = []
  #depth = 0
  /** The depth of the events; 0 outside of their list. */
  #eventDepth = 0
  #listStart = -1
  #listEnd = -1
  #pieceStart = 0
  #eventStart = 0

  constructor(json: Uint8Array, options: BatchCutOptions) {
    this.#json = json
    this.#scanner = new JsonScanner(json, STRUCTURE)
    this.#options = options
  }

  /** Scans this many bytes, and to the end of the string that they end in. Returns whether more is left. */
  goOn(bytes: number): boolean {
    const scanner = this.#scanner
    const until = Math.min(this.#json.length, scanner.end + bytes)
    for (let sign = scanner.next(until); sign !== 0; sign = scanner.next(until)) {
      if (sign === COMMA) this.#depth === this.#eventDepth && this.#endEvent(scanner.at)
      else if (sign === LIST_BEGIN || sign === OBJECT_BEGIN) this.#open(scanner.at)
      else this.#close(scanner.at)
    }
    return scanner.end < this.#json.length
  }

  result(): BatchCut | undefined {
    if (this.#depth !== 0) throw parseError('the text ends early')
    if (this.#listStart < 0) return undefined
    return { list: { start: this.#listStart, end: this.#listEnd }, pieces: this.#pieces }
  }

  #open(at: number): void {
    this.#depth += 1
    if (this.#depth > MAX_JSON_DEPTH) throw parseError(TOO_DEEP)
    if (this.#listStart >= 0 || this.#json[at] !== LIST_BEGIN || !this.#isList(at)) return
    this.#listStart = at
    this.#eventDepth = this.#depth
    this.#pieceStart = this.#eventStart = at + 1
  }

  #isList(at: number): boolean {
    return this.#depth === 1 || (this.#depth === 2 && isBatch(this.#json, at))
  }

  #close(at: number): void {
    if (this.#depth === this.#eventDepth) {
      this.#endEvent(at)
      this.#endPiece(at)
      this.#listEnd = at + 1
      this.#eventDepth = 0
    }
    this.#depth -= 1
    if (this.#depth < 0) throw parseError('more is closed than was opened')
  }

  #endEvent(at: number): void {
    if (at - this.#eventStart > this.#options.maxEventBytes) {
      this.#endPiece(this.#eventStart - 1)
      this.#pieceStart = at + 1
    } else if (at - this.#pieceStart >= this.#options.pieceBytes) this.#endPiece(at)
    this.#eventStart = at + 1
  }

  #endPiece(end: number): void {
    if (end > this.#pieceStart) this.#pieces.push({ start: this.#pieceStart, end })
    this.#pieceStart = end + 1
  }
}

/** Whether a list is the value of a key named `batch`. */
function isBatch(json: Uint8Array, listStart: number): boolean {
  const colon = lastBefore(json, listStart)
  if (json[colon] !== COLON) return false
  const start = lastBefore(json, colon) + 1 - BATCH.length
  return BATCH.every((byte, at) => json[start + at] === byte)
}

/** The position of the last non-blank byte before another. */
function lastBefore(json: Uint8Array, before: number): number {
  let at = before - 1
  while (at >= 0 && (json[at] ?? 0) <= 0x20) at--
  return at
}
