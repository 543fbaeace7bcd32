import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { RequestError, type RequestErrorKind, requestErrorResponse } from '@flagdeck/http'

const DETAILS = {
  request_timeout: 'The request did not arrive in time.',
  request_header_fields_too_large: 'The request headers are too large.',
  bad_request: 'The request is not valid HTTP.',
} as const satisfies Partial<Record<RequestErrorKind, string>>

type ClientErrorKind = keyof typeof DETAILS

const KINDS: Readonly<Record<string, ClientErrorKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'request_header_fields_too_large',
}

/** Answers what is not HTTP, or not in time, and closes the connection. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunToAnswer(socket)) {
    socket.destroy()
    return
  }
  const kind = KINDS[error.code ?? ''] ?? 'bad_request'
  socket.end(responseText(kind), () => socket.destroy())
}

// Node keeps the response under way here, and looks at it for the same purpose when nobody handles client errors.
function hasBegunToAnswer(
  socket: Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null },
): boolean {
  return socket._httpMessage?.headersSent ?? false
}

function responseText(kind: ClientErrorKind): string {
  const { status, body } = requestErrorResponse(new RequestError(kind, DETAILS[kind]))
  const text = String(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${text}`
}
