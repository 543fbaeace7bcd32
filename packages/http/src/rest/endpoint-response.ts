import type { Endpoint } from './endpoint.ts'
import type { PlainResponse } from './plain-response.ts'
import { Reply, replyRaw } from './reply.ts'

/** The response for the result of a handler. */
export function endpointResponse(endpoint: Endpoint, result: unknown): PlainResponse {
  if (result instanceof Reply) return replyResponse(endpoint, result)
  return result === undefined ? replyResponse(endpoint, EMPTY) : outputResponse(endpoint.status ?? 200, result)
}

const EMPTY = replyRaw(null)
const JSON_HEADERS = { 'content-type': 'application/json' }

function outputResponse(status: number, output: unknown): PlainResponse {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(output) }
}

function replyResponse(endpoint: Endpoint, { content, status, headers }: Reply<unknown>): PlainResponse {
  if ('body' in content) {
    return { status: status ?? endpoint.status ?? (content.body === null ? 204 : 200), headers, body: content.body }
  }
  const response = outputResponse(status ?? endpoint.status ?? 200, content.output)
  return { ...response, headers: { ...JSON_HEADERS, ...headers } }
}
