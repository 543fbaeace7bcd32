import zlib from 'node:zlib'
import {
  type BodyReading,
  type CompressionFormat,
  decodeWithin,
  formatOf,
  undecodable,
  unsupportedEncoding,
} from '@flagdeck/http'

/**
 * RFC 9659, section 3: no frame in HTTP needs a window of more than 8 MiB. Without a limit, a frame may declare 2 GiB.
 */
const MAX_ZSTD_WINDOW_LOG = 23

/** Each chunk costs a round trip to another thread. */
const CHUNK_BYTES = 256 * 1024

/**
 * Decodes a body up to the limit of its request, and releases the encoded bytes.
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
  // Node decodes only the first frame of zstd, so the rest of the body would be lost.
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
      // Other runtimes with a `node:zlib` may not support zstd.
      if (!('createZstdDecompress' in zlib)) throw unsupportedEncoding()
      return zlib.createZstdDecompress({
        ...options,
        params: { [zlib.constants.ZSTD_d_windowLogMax]: MAX_ZSTD_WINDOW_LOG },
      })
  }
}
