import { bodyNotBytes } from '../request-error.ts'

/**
 * The bytes of a chunk from the stream of a host program. Some hosts yield text, which is then UTF-8, and some yield
 * views that are not a `Uint8Array` of this realm.
 * @throws RequestError `bad_request` for anything else
 */
export function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw bodyNotBytes()
}
