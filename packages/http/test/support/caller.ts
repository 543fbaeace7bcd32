import { isJsonObject } from '@flagdeck/core/operations'
import { type PlainRequestOptions, plainRequest } from '../../src/rest/plain-request.ts'
import { isParted, type PartedBody, type PlainResponse } from '../../src/rest/plain-response.ts'
import type { ApiResponse } from './api-response.ts'
import type { ApiUnderTest } from './api-under-test.ts'
import { checkAnswer, checkOutage } from './check-answer.ts'

interface Expectation {
  /** The response must be that the service is unavailable, which is a failure in all other tests. */
  readonly outage?: boolean
}

type SendOptions = Omit<PlainRequestOptions, 'json'> & Expectation

let requests = 0

/** Calls the API with one credential. Every response is validated against its endpoint's declaration. */
export class Caller {
  readonly key: string | undefined
  readonly #api: ApiUnderTest

  constructor(api: ApiUnderTest, key?: string) {
    this.#api = api
    this.key = key
  }

  get(url: string, options?: SendOptions): Promise<ApiResponse> {
    return this.send('GET', url, options)
  }

  post(url: string, json?: unknown, options?: SendOptions): Promise<ApiResponse> {
    return this.send('POST', url, { json, ...options })
  }

  patch(url: string, json?: unknown, options?: SendOptions): Promise<ApiResponse> {
    return this.send('PATCH', url, { json, ...options })
  }

  put(url: string, json?: unknown, options?: SendOptions): Promise<ApiResponse> {
    return this.send('PUT', url, { json, ...options })
  }

  delete(url: string, options?: SendOptions): Promise<ApiResponse> {
    return this.send('DELETE', url, options)
  }

  async send(method: string, url: string, options: PlainRequestOptions & Expectation = {}): Promise<ApiResponse> {
    const requestId = `request-${++requests}`
    const headers = { ...this.#credentials(), ...options.headers, 'x-request-id': requestId }
    const plain = await this.#api.application.handle(plainRequest(method, url, { ...options, headers }))
    const response = readResponse(plain)
    const endpoint = this.#api.endpointOf(requestId)
    if (options.outage) checkOutage(response)
    else checkAnswer(response, endpoint)
    if (endpoint) this.#api.onExchange?.({ endpoint, method, url, request: { ...options, headers }, response })
    return response
  }

  #credentials(): Record<string, string> {
    return this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const NOT_JSON: ReadonlySet<string> = new Set(['text/plain; charset=utf-8', 'application/x-ndjson'])

function textOfParts(body: PartedBody): string {
  const text = [...body.parts].map((part) => (typeof part === 'string' ? part : decoder.decode(part))).join('')
  body.release()
  return text
}

function readResponse({ status, headers, body }: PlainResponse): ApiResponse {
  const text = isParted(body) ? textOfParts(body) : body instanceof Uint8Array ? decoder.decode(body) : body
  if (typeof text === 'object' && text !== null) throw new Error('the body is a stream')
  const isJson = text !== null && text !== '' && !NOT_JSON.has(headers['content-type'] ?? '')
  const json: unknown = isJson ? JSON.parse(text) : undefined
  return { status, headers, text, body: isJsonObject(json) ? json : {} }
}
