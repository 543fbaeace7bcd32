import { undecodable, unsupportedEncoding } from '../request-error.ts'
import type { CompressionFormat } from './decode-within.ts'

/**
 * Some runtimes decode all of their input immediately. A small slice limits that: decoding can multiply its size by a
 * thousand.
 */
const SLICE_BYTES = 4096

/**
 * Decompresses bytes in any JavaScript runtime, piece by piece and no faster than the caller takes the pieces.
 * @throws RequestError `parse_error`, or `unsupported_media_type` where the runtime does not support the format
 */
export async function* decompressed(bytes: Uint8Array, format: CompressionFormat): AsyncGenerator<Uint8Array> {
  const decompression = decompressionOf(format)
  try {
    yield* chunksOf(slicesOf(bytes).pipeThrough(decompression))
  } catch {
    throw undecodable(format)
  }
}

function decompressionOf(format: CompressionFormat): DecompressionStream {
  // Runtimes that support zstd cannot limit its window, and a frame may declare 128 MiB or more.
  if (format === 'zstd') throw unsupportedEncoding()
  try {
    // Newer runtimes support brotli, but the DOM types do not include it yet.
    return new DecompressionStream(format as 'gzip')
  } catch {
    throw unsupportedEncoding()
  }
}

function slicesOf(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      // The bytes of a request are never in shared memory.
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + SLICE_BYTES) as Uint8Array<ArrayBuffer>)
      else controller.close()
      at += SLICE_BYTES
    },
  })
}

/**
 * Yields the chunks of a stream until the signal aborts. Cancels the stream when the caller stops early. Not every
 * runtime can iterate over streams.
 */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>, signal?: AbortSignal): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  // Not awaited: the stream's source decides how long cancelling takes, and the response must not wait for it.
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}
