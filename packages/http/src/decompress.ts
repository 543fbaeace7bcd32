import { bodyTooLarge, parseError, RequestError, unsupportedMediaType } from './request-error.ts'

export type CompressionFormat = 'gzip' | 'deflate' | 'brotli'

/**
 * Decompresses bytes in any JavaScript runtime; stops at the limit, however small the bytes that came.
 * @throws RequestError `request_entity_too_large`, `parse_error`, or `unsupported_media_type` where the runtime does not
 * know the format
 */
export async function decompress(
  bytes: Uint8Array,
  format: CompressionFormat,
  limitBytes: number,
): Promise<Uint8Array> {
  const decompression = decompressionOf(format)
  try {
    // Bytes of a request are never in shared memory.
    const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
    return await readAtMost(source.pipeThrough(decompression), limitBytes)
  } catch (error) {
    throw error instanceof RequestError ? error : parseError(`the body is not valid ${format}`)
  }
}

function decompressionOf(format: CompressionFormat): DecompressionStream {
  try {
    // Newer runtimes know brotli, and the types of the DOM do not yet.
    return new DecompressionStream(format as 'gzip')
  } catch {
    throw unsupportedMediaType('content encoding')
  }
}

/** @throws RequestError `request_entity_too_large` before more than `limitBytes` are held */
export async function readAtMost(stream: ReadableStream<Uint8Array>, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > limitBytes) {
      await reader.cancel()
      throw bodyTooLarge()
    }
    chunks.push(next.value)
  }
  return joined(chunks, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (chunks.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
