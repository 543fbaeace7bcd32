import { jsonParts } from './json/long-json.ts'
import type { BodyPart, ResponseBody, ResponseHeaders } from './plain-response.ts'
import { LARGE_RESPONSE_LENGTH } from './response-memory.ts'

export interface ReplyOptions {
  /** The endpoint's declared status when missing. */
  readonly status?: number
  /** Header names in lower case. */
  readonly headers?: ResponseHeaders
}

/** What a handler answers when the output alone does not say it: another status, headers, bytes, nothing. */
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

/** The declared output, with a status or headers of its own. */
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

/** The declared output, with lists so long that writing them yields to others. */
export async function replyLong<Output extends object>(output: Output, options?: ReplyOptions): Promise<Reply<Output>> {
  return replyJson(textOrParts(await jsonParts(output, (text) => text)), options)
}

/** Parts as one text, unless they are so long that they are written one by one. */
export function textOrParts(parts: readonly string[]): string | readonly string[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return length < LARGE_RESPONSE_LENGTH ? parts.join('') : parts
}

/** The application releases what the request has reserved. */
function holdsNothing(): void {}

const JSON_HEADERS: ResponseHeaders = { 'content-type': 'application/json' }

/** A body sent as it is: bytes, text, parts, a stream, or nothing. Say its content type in `headers`. */
export function replyRaw(body: ResponseBody, options: ReplyOptions = {}): Reply<never> {
  return new Reply<never>({ body }, options)
}
