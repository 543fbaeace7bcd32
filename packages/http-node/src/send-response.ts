import type { ServerResponse } from 'node:http'
import { type PlainResponse, type ResponseHeaders, varyBy } from '@flagdeck/http'
import { chooseEncoding, compress } from './compression.ts'
import type { HostRequest } from './node-request.ts'
import { endAfterUnreadBody, hasUnreadBody } from './unread-body.ts'

/** Compressing less than this costs more than it saves. */
export const DEFAULT_COMPRESSION_THRESHOLD_BYTES = 1024

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/

type WholeBody = string | Uint8Array | null

/** Sends a response whose body is at hand: one head, one body, always with a length. */
export async function sendResponse(
  incoming: HostRequest,
  outgoing: ServerResponse,
  { status, headers, body }: PlainResponse & { readonly body: WholeBody },
  thresholdBytes: number,
): Promise<void> {
  if (body === null || body.length < thresholdBytes || !isCompressible(headers)) {
    end(incoming, outgoing, status, headers, body)
    return
  }
  const encoding = chooseEncoding(incoming.headers['accept-encoding'])
  const varying = { ...headers, vary: varyBy(headers.vary, 'Accept-Encoding') }
  if (encoding === undefined) end(incoming, outgoing, status, varying, body)
  else {
    const compressed = await compress(body, encoding)
    end(incoming, outgoing, status, { ...varying, 'content-encoding': encoding }, compressed)
  }
}

function isCompressible(headers: ResponseHeaders): boolean {
  return headers['content-encoding'] === undefined && COMPRESSIBLE.test(headers['content-type'] ?? '')
}

function end(
  incoming: HostRequest,
  outgoing: ServerResponse,
  status: number,
  headers: ResponseHeaders,
  body: WholeBody,
): void {
  if (outgoing.destroyed) return
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  const sent = withLength(status, headers, body, bytes)
  if (hasUnreadBody(incoming)) endAfterUnreadBody(incoming, outgoing, status, sent, body)
  else if (body === null) outgoing.writeHead(status, sent).end()
  // Text of as many bytes as characters is ASCII, which takes half the time to send in this encoding.
  else outgoing.writeHead(status, sent).end(body, body.length === bytes ? 'latin1' : 'utf8')
}

function withLength(
  status: number,
  headers: ResponseHeaders,
  body: WholeBody,
  bytes: number,
): Record<string, string | number> {
  if (body !== null) return { ...headers, 'content-length': bytes }
  if (status === 204 || status === 304 || headers['content-length'] !== undefined) return headers
  return { ...headers, 'content-length': 0 }
}
