import type { BodyReading } from './body-reading.ts'
import { MAX_UNKNOWN_DECODED_BYTES } from './body-reading.ts'
import { CollectedBytes } from './collected-bytes.ts'

const MIB = 1024 * 1024

/**
 * The memory of a decoder and one decoded piece. Brotli's window has up to 16 MiB, plus its tables. The window of zstd
 * has up to 8 MiB, the most that RFC 9659 allows in HTTP.
 */
const DECODER_BYTES = { gzip: MIB / 2, deflate: MIB / 2, brotli: 20 * MIB, zstd: 10 * MIB }

export type CompressionFormat = keyof typeof DECODER_BYTES

/** The formats by their names in HTTP. */
const FORMATS: Readonly<Record<string, CompressionFormat>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
}

/** The format of a `Content-Encoding`; null when the body is not encoded, undefined when the encoding is unknown. */
export function formatOf(contentEncoding: string | undefined): CompressionFormat | null | undefined {
  const name = contentEncoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return null
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
}

/** Decodes compressed bytes piece by piece, no faster than the caller takes the pieces. */
export type Decoder = (bytes: Uint8Array, format: CompressionFormat) => AsyncIterable<Uint8Array>

/**
 * Decodes a body up to the limit of its request, however small the encoded bytes are.
 * @throws RequestError `request_entity_too_large`, `parse_error`, or Overloaded
 */
export function decodeWithin(
  reading: BodyReading,
  bytes: Uint8Array,
  format: CompressionFormat,
  decoder: Decoder,
): Promise<Uint8Array> {
  return reading.decoding(DECODER_BYTES[format], () => collectDecoded(reading, decoder(bytes, format)))
}

async function collectDecoded(reading: BodyReading, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const collected = new CollectedBytes(reading)
  for await (const piece of pieces) {
    if (collected.length + piece.length > MAX_UNKNOWN_DECODED_BYTES) await reading.admit(collected.bytes)
    await collected.add(piece)
  }
  return collected.bytes
}
