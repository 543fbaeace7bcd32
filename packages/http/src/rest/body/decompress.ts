import { undecodable, unsupportedEncoding } from '../request-error.ts'
import type { CompressionFormat } from './decode-within.ts'

/** A runtime that decodes all that it is given at once should not be given much: a byte stands for a thousand. */
const SLICE_BYTES = 4096

/**
 * Decompresses bytes in any JavaScript runtime, piece by piece and no faster than the pieces are taken.
 * @throws RequestError `parse_error`, or `unsupported_media_type` where the runtime does not know the format
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
  // Runtimes that know zstd offer no bound for its window, which a frame may declare as 128 MiB and more.
  if (format === 'zstd') throw unsupportedEncoding()
  try {
    // Newer runtimes know brotli, and the types of the DOM do not yet.
    return new DecompressionStream(format as 'gzip')
  } catch {
    throw unsupportedEncoding()
  }
}

function slicesOf(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      // Bytes of a request are never in shared memory.
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + SLICE_BYTES) as Uint8Array<ArrayBuffer>)
      else controller.close()
      at += SLICE_BYTES
    },
  })
}

/**
 * The chunks of a stream, up to a signal. The stream is cancelled when the caller needs no more. Not every runtime
 * iterates over a stream.
 */
export async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>, signal?: AbortSignal): AsyncGenerator<Chunk> {
  const reader = stream.getReader()
  // Not awaited: the source of the stream decides when cancelling ends, and the response must not wait for it.
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', cancel)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    signal?.removeEventListener('abort', cancel)
    cancel()
  }
}
