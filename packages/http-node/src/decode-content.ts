import zlib from 'node:zlib'
import {
  type BodyReading,
  type CompressionFormat,
  decodeWithin,
  formatOf,
  undecodable,
  unsupportedEncoding,
} from '@flagdeck/http'

/** RFC 9659, section 3: no frame in HTTP needs a window of more than 8 MiB. Without a bound, one could be of 2 GiB. */
const MAX_ZSTD_WINDOW_LOG = 23

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
  const decoder = createDecoder(format)
  decoder.end(bytes)
  try {
    yield* decoder
  } catch {
    throw undecodable(format)
  }
  // Node decodes the first frame of zstd and ignores the others: a part of the body would be lost.
  if (format === 'zstd' && decoder.bytesWritten < bytes.length) throw undecodable(format)
}

function createDecoder(format: CompressionFormat) {
  const options = { chunkSize: CHUNK_BYTES }
  switch (format) {
    case 'gzip':
      return zlib.createGunzip(options)
    case 'deflate':
      return zlib.createInflate(options)
    case 'brotli':
      return zlib.createBrotliDecompress(options)
    case 'zstd':
      // Other runtimes with a `node:zlib` may not have it.
      if (!('createZstdDecompress' in zlib)) throw unsupportedEncoding()
      return zlib.createZstdDecompress({
        ...options,
        params: { [zlib.constants.ZSTD_d_windowLogMax]: MAX_ZSTD_WINDOW_LOG },
      })
  }
}
