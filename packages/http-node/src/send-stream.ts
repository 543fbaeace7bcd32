import type { ServerResponse } from 'node:http'
import type { ResponseHeaders, StreamBody } from '@flagdeck/http'

/** The number of unsent bytes at which a slow client is disconnected. It reconnects and catches up. */
// Bound: OUT-8 stream-backlog
const MAX_BUFFERED_BYTES = 256 * 1024

/** Sends the head and keeps the response open for the stream to write to. Returns the function that ends it. */
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
    // Before `end`, so that the stream can write a last message.
    close()
    outgoing.end()
  }
}
