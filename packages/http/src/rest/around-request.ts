import type { Endpoint } from './endpoint.ts'
import type { RequestHeaders } from './plain-request.ts'
import type { PlainResponse } from './plain-response.ts'

/** What is known of a request before anything of it is looked at. */
export interface RoutedRequest {
  /** Its `path` is the route template. Null when no route was found. */
  readonly endpoint: Endpoint | null
  readonly method: string
  readonly headers: RequestHeaders
}

/** Has a request answered inside something, such as a span, and passes the answer on. */
export type AroundRequest = (request: RoutedRequest, respond: () => Promise<PlainResponse>) => Promise<PlainResponse>
