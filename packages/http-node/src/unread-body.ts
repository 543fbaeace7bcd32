import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HostRequest } from './node-request.ts'
import { hasBody } from './read-body.ts'

const MAX_DISCARDED_BYTES = 1024 * 1024
const MAX_DISCARDING_MS = 1000

/** Node reads this much to its end after the answer, which costs less than a new connection. */
const MAX_DRAINED_BYTES = 64 * 1024

/** Whether the client is still sending much that nobody will read, such as a body over the limit. */
export function hasUnreadBody(incoming: HostRequest): boolean {
  return !incoming.complete && hasBody(incoming) && !isSmall(incoming)
}

function isSmall({ headers }: HostRequest): boolean {
  // Who waits to be told to go on may never send it.
  return headers.expect === undefined && Number(headers['content-length']) <= MAX_DRAINED_BYTES
}

/**
 * Answers a client that is still sending, then closes. The connection stays open for a moment while what comes is
 * thrown away: closing it at once would reset it, and the client would never see why it was refused.
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
  let discarded = 0
  const finish = () => {
    clearTimeout(timer)
    outgoing.end()
  }
  const timer = setTimeout(finish, MAX_DISCARDING_MS)
  incoming.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > MAX_DISCARDED_BYTES) finish()
  })
  incoming.on('end', finish).on('close', finish).on('error', finish)
  incoming.resume()
}
