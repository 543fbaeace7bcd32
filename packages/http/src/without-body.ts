import type { PlainResponse, ResponseBody } from './plain-response.ts'

/** The answer to HEAD: what GET answers, its length included, less the body. */
export function withoutBody({ status, headers, body }: PlainResponse): PlainResponse {
  const length = lengthOf(body)
  const sized = length === undefined ? headers : { ...headers, 'content-length': String(length) }
  return { status, headers: sized, body: null }
}

function lengthOf(body: ResponseBody): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.length : undefined
}
