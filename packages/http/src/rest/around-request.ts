import type { Endpoint } from './endpoint.ts'
import type { RequestHeaders } from './plain-request.ts'
import type { PlainResponse } from './plain-response.ts'

/** The facts about a request that are known before it is parsed or authenticated. */
export interface RoutedRequest {
  /** Its `path` is the route template. Null when no route was found. */
  readonly endpoint: Endpoint | null
  readonly method: string
  readonly headers: RequestHeaders
}

/** Wraps the handling of a request, for example in a span, and returns its response. */
export type AroundRequest = (request: RoutedRequest, respond: () => Promise<PlainResponse>) => Promise<PlainResponse>
