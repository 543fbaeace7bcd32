import { joinedJson, jsonParts } from './json/long-json.ts'
import type { ResponseBody, ResponseHeaders } from './plain-response.ts'

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
export function replyJson<Output>(json: string | Uint8Array, options: ReplyOptions = {}): Reply<Output> {
  return new Reply<Output>({ body: json }, { ...options, headers: { ...JSON_HEADERS, ...options.headers } })
}

/** The declared output, with lists so long that writing them yields to others. */
export async function replyLong<Output extends object>(output: Output, options?: ReplyOptions): Promise<Reply<Output>> {
  return replyJson(await joinedJson(await jsonParts(output, (text) => text)), options)
}

const JSON_HEADERS: ResponseHeaders = { 'content-type': 'application/json' }

/** A body sent as it is: bytes, text, a stream, or nothing. Say its content type in `headers`. */
export function replyRaw(body: ResponseBody, options: ReplyOptions = {}): Reply<never> {
  return new Reply<never>({ body }, options)
}
