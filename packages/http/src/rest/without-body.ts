import { isParted, type PlainResponse, type ResponseBody } from './plain-response.ts'

/**
 * The response to HEAD: that of GET without its body but with its length. Streams and parts that are built later have
 * no length.
 */
export function withoutBody({ status, headers, body }: PlainResponse): PlainResponse {
  const length = status === 204 || status === 304 ? undefined : lengthOf(body)
  if (isParted(body)) body.release()
  const sized = length === undefined ? headers : { ...headers, 'content-length': String(length) }
  return { status, headers: sized, body: null }
}

const encoder = new TextEncoder()

function lengthOf(body: ResponseBody): number | undefined {
  if (body === null) return 0
  if (isParted(body)) return body.byteLength
  if (typeof body === 'string') return encoder.encode(body).length
  return body instanceof Uint8Array ? body.length : undefined
}
