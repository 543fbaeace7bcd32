import type { EndpointRequest } from './endpoint-request.ts'
import { matchesEntityTag } from './entity-tag.ts'
import type { ResponseHeaders } from './plain-response.ts'
import { type Reply, replyRaw } from './reply.ts'

/** A built file, in the encodings that browsers accept. */
export interface StaticFile {
  readonly contentType: string
  /** A strong entity tag, in quotes. */
  readonly etag: string
  /** Whether the name changes with the content. */
  readonly isImmutable: boolean
  readonly bytes: Uint8Array
  /** Missing if it would not be smaller. */
  readonly brotli?: Uint8Array
  readonly gzip?: Uint8Array
}

/** The response with a file in an encoding that the browser accepts, or 304 if the browser already has it. */
export function fileReply(file: StaticFile, request: EndpointRequest, more: ResponseHeaders = {}): Reply<never> {
  const { etag, contentType } = file
  const headers = {
    ...more,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  }
  if (matchesEntityTag(request.headers['if-none-match'], etag)) return replyRaw(null, { status: 304, headers })
  const { body, encoding } = encoded(file, request.headers['accept-encoding'] ?? '')
  return replyRaw(body, { headers: { ...headers, 'content-type': contentType, ...encoding } })
}

function encoded({ bytes, brotli, gzip }: StaticFile, accepted: string) {
  if (brotli && takes(accepted, 'br')) return { body: brotli, encoding: { 'content-encoding': 'br' } }
  if (gzip && takes(accepted, 'gzip')) return { body: gzip, encoding: { 'content-encoding': 'gzip' } }
  return { body: bytes, encoding: {} }
}

function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name, ...parameters] = each.split(';').map((part) => part.trim())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
