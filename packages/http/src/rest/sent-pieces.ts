import { yieldToOthers } from '@flagdeck/core/store'

/** A client that takes no piece for so long does not read, and is disconnected (HTTP-91). */
export const STALLED_AFTER_MS = 15_000

/** Bytes of a piece: few enough that a slow client takes one now and then, and enough that sending it is no work. */
const PIECE_BYTES = 64 * 1024

const encoder = new TextEncoder()

/** Parts of a text as bytes of about the same length, however long or short each part is. It yields in between. */
export async function* sentPieces(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOfParts(parts)) {
    yield piece
    await yieldToOthers()
  }
}

function* piecesOfParts(parts: Iterable<string>): Generator<Uint8Array> {
  let waiting: string[] = []
  let length = 0
  for (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < PIECE_BYTES) continue
    yield* piecesOf(waiting.join(''))
    waiting = []
    length = 0
  }
  if (length > 0) yield* piecesOf(waiting.join(''))
}

function* piecesOf(text: string): Generator<Uint8Array> {
  const bytes = encoder.encode(text)
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
