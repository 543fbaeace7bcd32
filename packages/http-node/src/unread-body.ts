import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HostRequest } from './node-request.ts'
import { hasBody } from './read-body.ts'

/** More than browsers and SDKs upload by mistake. Discarding takes no memory. */
const MAX_DISCARDED_BYTES = 128 * 1024 * 1024
/** Less than the 10 s that a stopping server waits for its connections. */
const MAX_DISCARDING_MS = 8000
/** A client that pauses for longer is taken to be waiting for the connection to close. */
const MAX_SILENCE_MS = 1000

/** Node reads up to this many remaining bytes after the response, which costs less than a new connection. */
const MAX_DRAINED_BYTES = 64 * 1024

/** Whether the client is still sending a large body that is not read, such as one over the limit. */
export function hasUnreadBody(incoming: HostRequest): boolean {
  return !incoming.complete && hasBody(incoming) && !isSmall(incoming)
}

function isSmall({ headers }: HostRequest): boolean {
  // A client that waits for `100 Continue` may never send its body.
  return headers.expect === undefined && Number(headers['content-length']) <= MAX_DRAINED_BYTES
}

/**
 * Sends a response to a client that is still sending, then closes the connection. Until then, received bytes are
 * discarded: closing earlier would reset the connection, and the client would see the reset instead of the response.
 * Clients such as Node's `fetch` and curl stop sending when they read the response; browsers send their whole body
 * first.
 */
export function endAfterUnreadBody(
  incoming: HostRequest,
  outgoing: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  body: string | Uint8Array | null,
): void {
  outgoing.writeHead(status, { ...headers, connection: 'close' })
  if (body === null) outgoing.flushHeaders()
  else outgoing.write(body)
  let discardedBytes = 0
  const finish = () => {
    clearTimeout(deadline)
    clearTimeout(silence)
    outgoing.end()
  }
  const deadline = setTimeout(finish, MAX_DISCARDING_MS)
  const silence = setTimeout(finish, MAX_SILENCE_MS)
  incoming.on('data', (chunk: Buffer) => {
    silence.refresh()
    discardedBytes += chunk.length
    if (discardedBytes > MAX_DISCARDED_BYTES) finish()
  })
  incoming.on('end', finish).on('close', finish).on('error', finish)
  incoming.resume()
}
