import { jsonParts } from './json/long-json.ts'
import type { BodyPart, ResponseBody, ResponseHeaders } from './plain-response.ts'
import { LARGE_RESPONSE_LENGTH } from './response-memory.ts'

export interface ReplyOptions {
  /** The endpoint's declared status when missing. */
  readonly status?: number
  /** Header names in lower case. */
  readonly headers?: ResponseHeaders
}

/** The result of a handler that sets more than the output: another status, headers, bytes, or an empty body. */
export class Reply<Output> {
  readonly content: { readonly output: Output } | { readonly body: ResponseBody }
  readonly status: number | undefined
  readonly headers: ResponseHeaders

  constructor(content: { readonly output: Output } | { readonly body: ResponseBody }, options: ReplyOptions) {
    this.content = content
    this.status = options.status
    this.headers = options.headers ?? NO_HEADERS
  }
}

const NO_HEADERS: ResponseHeaders = {}

/** The declared output, with another status or headers. */
export function reply<Output>(output: Output, options: ReplyOptions): Reply<Output> {
  return new Reply({ output }, options)
}

/** The declared output, as its JSON. */
export function replyJson<Output>(json: string | Iterable<BodyPart>, options: ReplyOptions = {}): Reply<Output> {
  return new Reply<Output>(
    { body: typeof json === 'string' ? json : { parts: json, release: holdsNothing } },
    { ...options, headers: { ...JSON_HEADERS, ...options.headers } },
  )
}

/** The declared output, with lists so long that writing them must yield to other requests. */
export async function replyLong<Output extends object>(output: Output, options?: ReplyOptions): Promise<Reply<Output>> {
  return replyJson(textOrParts(await jsonParts(output, (text) => text)), options)
}

/** Returns the parts as one text, unless they are so long that they are written one by one. */
export function textOrParts(parts: readonly string[]): string | readonly string[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length < LARGE_RESPONSE_LENGTH ? parts.join('') : parts
}

/** The application releases the memory that the request has reserved. */
function holdsNothing(): void {}

const JSON_HEADERS: ResponseHeaders = { 'content-type': 'application/json' }

/** A body that is sent unchanged: bytes, text, parts, a stream, or nothing. Set its content type in `headers`. */
export function replyRaw(body: ResponseBody, options: ReplyOptions = {}): Reply<never> {
  return new Reply<never>({ body }, options)
}
