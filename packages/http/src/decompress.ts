import { bodyTooLarge, parseError, RequestError } from './request-error.ts'

/**
 * Decompresses bytes in any JavaScript runtime; stops at the limit, however small the bytes that came.
 * @throws RequestError `request_entity_too_large` or `parse_error`
 */
export async function decompress(
  bytes: Uint8Array,
  format: 'gzip' | 'deflate',
  limitBytes: number,
): Promise<Uint8Array> {
  try {
    // Bytes of a request are never in shared memory.
    const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream()
    return await readAtMost(source.pipeThrough(new DecompressionStream(format)), limitBytes)
  } catch (error) {
    throw error instanceof RequestError ? error : parseError(`the body is not valid ${format}`)
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
