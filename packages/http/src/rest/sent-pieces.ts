import { yieldToOthers } from '@flagdeck/core/store'
import type { BodyPart } from './plain-response.ts'

/** A client that takes no piece for this long has stopped reading, and is disconnected (HTTP-91). */
export const STALLED_AFTER_MS = 15_000

/**
 * The size of a piece: small enough that a slow client regularly takes one, and large enough that the number of sends
 * stays low.
 */
const PIECE_BYTES = 64 * 1024

const encoder = new TextEncoder()

/**
 * Yields the parts of a text as pieces of bytes of about the same length, however long each part is. Yields to other
 * requests between pieces.
 */
export async function* sentPieces(parts: Iterable<BodyPart>): AsyncGenerator<Uint8Array> {
  for (const piece of piecesOfParts(parts)) {
    yield piece
    await yieldToOthers()
  }
}

function* piecesOfParts(parts: Iterable<BodyPart>): Generator<Uint8Array> {
  let piece = new Uint8Array(PIECE_BYTES)
  let filled = 0
  for (const part of parts) {
    let left = part
    for (;;) {
      const { read, written } = copyInto(piece.subarray(filled), left)
      filled += written
      if (read === left.length) break
      yield piece.subarray(0, filled)
      piece = new Uint8Array(PIECE_BYTES)
      filled = 0
      left = typeof left === 'string' ? left.slice(read) : left.subarray(read)
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}

/** Copies as much of a part as fits. Text is encoded in place, without a copy of the whole part. */
function copyInto(room: Uint8Array, part: BodyPart): { readonly read: number; readonly written: number } {
  if (typeof part === 'string') return encoder.encodeInto(part, room)
  const length = Math.min(room.length, part.length)
  room.set(part.subarray(0, length))
  return { read: length, written: length }
}
