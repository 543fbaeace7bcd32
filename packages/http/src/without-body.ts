import type { PlainResponse } from './plain-response.ts'

/** The answer to HEAD: what GET answers, its length included, less the body. */
export function withoutBody({ status, headers, body }: PlainResponse): PlainResponse {
  const length =
    typeof body === 'string'
      ? new TextEncoder().encode(body).length
      : body instanceof Uint8Array
        ? body.length
        : undefined
  return {
    status,
    headers: length === undefined ? headers : { ...headers, 'content-length': String(length) },
    body: null,
  }
}
