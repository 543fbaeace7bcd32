import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type PartedBody, type ResponseHeaders, STALLED_AFTER_MS, sentPieces } from '@flagdeck/http'
import type { Encoding } from './choose-encoding.ts'
import { compressor } from './compression.ts'

/**
 * Sends a body part by part, as fast as the client reads, and releases it at the end. Disconnects a client that has
 * stopped reading (HTTP-91).
 */
export async function sendParts(
  outgoing: ServerResponse,
  status: number,
  headers: ResponseHeaders,
  body: PartedBody,
  encoding: Encoding | undefined,
): Promise<void> {
  if (outgoing.destroyed) return body.release()
  const timer = setTimeout(() => outgoing.destroy(), STALLED_AFTER_MS)
  const pieces = watchedPieces(body, () => timer.refresh())
  try {
    outgoing.writeHead(status, headers)
    if (encoding === undefined) await pipeline(pieces, outgoing)
    else await pipeline(pieces, compressor(encoding), outgoing)
  } catch (error) {
    if (!isClientGone(error)) throw error
  } finally {
    clearTimeout(timer)
    body.release()
  }
}

/** Yields the next piece once the client has received most of the one before. */
async function* watchedPieces({ parts }: PartedBody, onProgress: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of sentPieces(parts)) {
    onProgress()
    yield piece
  }
}

function isClientGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
