import type { ServerResponse } from 'node:http'
import type { ResponseHeaders, StreamBody } from '@flagdeck/http'

/** What may wait for a slow reader before it is cut off; it will connect again and catch up. */
// Bound: OUT-8 stream-backlog
const MAX_BUFFERED_BYTES = 256 * 1024

/** Sends the head and keeps the response open for the stream to write to. Answers what ends it. */
export function sendStream(
  outgoing: ServerResponse,
  status: number,
  headers: ResponseHeaders,
  body: StreamBody,
): () => void {
  outgoing.writeHead(status, headers)
  outgoing.flushHeaders()
  const leave = body.open({
    write(text) {
      if (outgoing.writableEnded || outgoing.destroyed) return
      outgoing.write(text)
      if (outgoing.writableLength > MAX_BUFFERED_BYTES) outgoing.destroy()
    },
    end: () => outgoing.end(),
  })
  let left = false
  const close = () => {
    if (!left) leave()
    left = true
  }
  outgoing.once('close', close)
  return () => {
    // Before the end, so that the stream can say a last word.
    close()
    outgoing.end()
  }
}
