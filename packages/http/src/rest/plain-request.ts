import type { BodyReading } from './body/body-reading.ts'
import { bodyTooLarge } from './request-error.ts'

/** Header names are in lower case. The values of a repeated header are joined. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>

/** The body of a request that the host program has already parsed, such as Express with `express.json()`. */
export interface ParsedBody {
  readonly parsed: unknown
}

/** A body as its decoded bytes, or as the host program parsed it. */
export type RawBody = Uint8Array | ParsedBody

/** An HTTP request as plain data, which node:http, Fetch and tests can all provide. */
export interface PlainRequest {
  /** In upper case. */
  readonly method: string
  /** Path and query as received: `/api/projects/1/feature_flags/?limit=10`. */
  readonly url: string
  readonly headers: RequestHeaders
  /** The address of the client, if the host program knows it. */
  readonly remoteAddress?: string | undefined
  /** Aborts when the client disconnects before its response, if the host program reports that. */
  readonly signal?: AbortSignal | undefined
  /**
   * Reads the body, at most once, and reserves the memory that it holds.
   * @throws RequestError `request_entity_too_large` before more than `limitBytes` are held, including decoded bytes
   */
  readBody(reading: BodyReading): Promise<RawBody>
}

export interface PlainRequestOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, with its content type. */
  readonly json?: unknown
  /** Sent unchanged; set its content type in `headers`. */
  readonly body?: string | Uint8Array
  /** The result of a host program's body parser. */
  readonly parsed?: unknown
  readonly remoteAddress?: string
  readonly signal?: AbortSignal
}

const NO_BYTES = new Uint8Array()

/**
 * Returns a request for tests and for calling an application without a socket.
 * @example
 * await application.handle(plainRequest('POST', '/api/projects/1/feature_flags/', { json: { key: 'beta' } }))
 */
export function plainRequest(method: string, url: string, options: PlainRequestOptions = {}): PlainRequest {
  const body = bodyOf(options)
  return {
    method,
    url,
    headers: {
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...lowerCase(options.headers),
    },
    remoteAddress: options.remoteAddress,
    signal: options.signal,
    readBody: async ({ limitBytes }) => {
      if (body instanceof Uint8Array && body.length > limitBytes) throw bodyTooLarge()
      return body
    },
  }
}

function bodyOf({ json, body, parsed }: PlainRequestOptions): RawBody {
  if (parsed !== undefined) return { parsed }
  const sent = json === undefined ? body : JSON.stringify(json)
  return typeof sent === 'string' ? new TextEncoder().encode(sent) : (sent ?? NO_BYTES)
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
