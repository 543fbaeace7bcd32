import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { bodyTooLarge, parseError, unsupportedMediaType } from '@flagdeck/http'

const DECODERS: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>>> =
  {
    gzip: promisify(gunzip),
    'x-gzip': promisify(gunzip),
    deflate: promisify(inflate),
    br: promisify(brotliDecompress),
  }

/**
 * Undoes a content encoding; decoding stops at the limit, however small the bytes that came.
 * @throws RequestError `request_entity_too_large`, `unsupported_media_type` or `parse_error`
 */
export async function decodeContent(
  bytes: Uint8Array,
  encoding: string | undefined,
  limitBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity' || name === '' || bytes.length === 0) return bytes
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (decode === undefined) throw unsupportedMediaType('content encoding')
  try {
    return await decode(bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    throw isTooLarge(error) ? bodyTooLarge() : parseError(`the body is not valid ${name}`)
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}
