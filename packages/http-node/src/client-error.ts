import type { Duplex } from 'node:stream'
import { bodyTooSlow, RequestError, requestErrorResponse } from '@flagdeck/http'
import { STATUS_CODES } from './node-http.ts'

const HEADERS_TOO_LARGE = new RequestError('request_header_fields_too_large', 'The request headers are too large.')
const NOT_HTTP = new RequestError('bad_request', 'The request is not valid HTTP.')

const REFUSALS: Readonly<Record<string, RequestError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: bodyTooSlow(),
  HPE_HEADER_OVERFLOW: HEADERS_TOO_LARGE,
}

/** Responds to requests that are not HTTP or arrive too slowly, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy()
    return
  }
  socket.end(responseText(REFUSALS[error.code ?? ''] ?? NOT_HTTP), () => socket.destroy())
}

// Node stores the current response here. Its default handler of client errors reads it for the same purpose.
function hasBegunToAnswer(
  socket: Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null },
): boolean {
  return socket._httpMessage?.headersSent ?? false
}

function responseText(refusal: RequestError): string {
  const { status, body } = requestErrorResponse(refusal)
  const text = String(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}
