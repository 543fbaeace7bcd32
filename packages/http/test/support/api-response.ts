import type { JsonObject } from '@flagdeck/core'
import type { ResponseHeaders } from '../../src/rest/plain-response.ts'

/** A response of the API with its body. */
export interface ApiResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  /** The body as text; null when it is empty. */
  readonly text: string | null
  /** The JSON object in the body; empty when there is none. */
  readonly body: JsonObject
}

/** The items of a list response. */
export function resultsOf({ body }: ApiResponse): readonly JsonObject[] {
  return body.results as unknown as readonly JsonObject[] // validated against the schema of the list
}

/** A list with this name inside the body. */
export function listIn(body: JsonObject, name: string): readonly JsonObject[] {
  return body[name] as unknown as readonly JsonObject[] // validated against the schema of the response
}
