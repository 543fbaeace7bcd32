import type { ServerResponse } from 'node:http'
import { type PartedBody, type PlainResponse, type ResponseHeaders, varyBy } from '@flagdeck/http'
import { chooseEncoding, type Encoding } from './choose-encoding.ts'
import { compress } from './compression.ts'
import type { HostRequest } from './node-request.ts'
import { sendParts } from './send-parts.ts'
import { endAfterUnreadBody, hasUnreadBody } from './unread-body.ts'

/** Below this size, compression costs more than it saves. */
export const DEFAULT_COMPRESSION_THRESHOLD_BYTES = 1024

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml)))/

type WholeBody = string | Uint8Array | null

/**
 * Sends a response whose body is written in parts. It is compressed if the client accepts that, and has a length only
 * if the length is known.
 */
export function sendPartedResponse(
  incoming: HostRequest,
  outgoing: ServerResponse,
  { status, headers, body }: PlainResponse & { readonly body: PartedBody },
  thresholdBytes: number,
): Promise<void> {
  const isCompressed = thresholdBytes < Number.POSITIVE_INFINITY && isCompressible(headers)
  const encoding = isCompressed ? chooseEncoding(incoming.headers['accept-encoding']) : undefined
  const varying = isCompressed ? { ...headers, vary: varyBy(headers.vary, 'Accept-Encoding') } : headers
  const sent = encoding === undefined ? { ...varying, ...lengthHeader(body) } : compressedHead(varying, encoding)
  // The client is still sending. Node closes the connection at the end of the response.
  const last = hasUnreadBody(incoming) ? { ...sent, connection: 'close' } : sent
  return sendParts(outgoing, status, last, body, encoding)
}

/** The header with the length, or none if some parts do not exist yet. */
function lengthHeader({ byteLength }: PartedBody): ResponseHeaders {
  return byteLength === undefined ? {} : { 'content-length': String(byteLength) }
}

/** Sends a response whose body is complete: one head and one body, always with a length. */
export async function sendResponse(
  incoming: HostRequest,
  outgoing: ServerResponse,
  { status, headers, body }: PlainResponse & { readonly body: WholeBody },
  thresholdBytes: number,
): Promise<void> {
  const bytes = body === null ? lengthOfGet(incoming, headers) : Buffer.byteLength(body)
  if (bytes < thresholdBytes || !isCompressible(headers)) {
    end(incoming, outgoing, status, headers, body, bytes)
    return
  }
  const encoding = chooseEncoding(incoming.headers['accept-encoding'])
  const varying = { ...headers, vary: varyBy(headers.vary, 'Accept-Encoding') }
  if (encoding === undefined) end(incoming, outgoing, status, varying, body, bytes)
  else if (body === null) end(incoming, outgoing, status, compressedHead(varying, encoding), null, 0)
  else {
    const compressed = await compress(body, encoding)
    end(incoming, outgoing, status, { ...varying, 'content-encoding': encoding }, compressed, compressed.length)
  }
}

/** The length of the body that GET would have; 0 for other methods than HEAD. */
function lengthOfGet({ method }: HostRequest, headers: ResponseHeaders): number {
  return method === 'HEAD' ? Number(headers['content-length'] ?? 0) : 0
}

/** HEAD does not compress, so the compressed length is unknown. */
function compressedHead({ 'content-length': _, ...headers }: ResponseHeaders, encoding: Encoding): ResponseHeaders {
  return { ...headers, 'content-encoding': encoding }
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
  bytes: number,
): void {
  if (outgoing.destroyed) return
  const sent = withLength(incoming, status, headers, body, bytes)
  if (hasUnreadBody(incoming)) endAfterUnreadBody(incoming, outgoing, status, sent, body)
  else if (body === null) outgoing.writeHead(status, sent).end()
  // Text with as many bytes as characters is ASCII, which Node sends in half the time as latin1.
  else outgoing.writeHead(status, sent).end(body, body.length === bytes ? 'latin1' : 'utf8')
}

function withLength(
  { method }: HostRequest,
  status: number,
  headers: ResponseHeaders,
  body: WholeBody,
  bytes: number,
): Record<string, string | number> {
  if (body !== null) return { ...headers, 'content-length': bytes }
  // The headers of HEAD include the length if it is known.
  if (status === 204 || status === 304 || method === 'HEAD') return headers
  return { ...headers, 'content-length': 0 }
}
