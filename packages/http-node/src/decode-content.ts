import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, type ZlibOptions } from 'node:zlib'
import {
  type BodyReading,
  type CompressionFormat,
  decodeWithin,
  formatOf,
  undecodable,
  unsupportedEncoding,
} from '@flagdeck/http'

const DECODERS = {
  gzip: createGunzip,
  deflate: createInflate,
  brotli: createBrotliDecompress,
} as const satisfies Readonly<Record<CompressionFormat, (options: ZlibOptions) => Transform>>

/** Each piece is a trip to another thread and back. */
const CHUNK_BYTES = 256 * 1024

/**
 * Undoes a content encoding as far as the request may; what came is held no more.
 * @throws RequestError `request_entity_too_large`, `unsupported_media_type` or `parse_error`
 */
export async function decodeContent(
  bytes: Uint8Array,
  encoding: string | undefined,
  reading: BodyReading,
): Promise<Uint8Array> {
  const format = formatOf(encoding)
  if (format === undefined) throw unsupportedEncoding()
  if (format === null || bytes.length === 0) return bytes
  const decoded = await decodeWithin(reading, bytes, format, decode)
  reading.give(bytes.length)
  return decoded
}

async function* decode(bytes: Uint8Array, format: CompressionFormat): AsyncGenerator<Uint8Array> {
  const decoder = DECODERS[format]({ chunkSize: CHUNK_BYTES })
  decoder.end(bytes)
  try {
    yield* decoder
  } catch {
    throw undecodable(format)
  }
}
