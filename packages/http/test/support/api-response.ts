import type { JsonObject } from '@flagdeck/core'
import type { ResponseHeaders } from '../../src/rest/plain-response.ts'

/** An answer of the API, its body read. */
export interface ApiResponse {
  readonly status: number
  readonly headers: ResponseHeaders
  /** The body as text; null when there is none. */
  readonly text: string | null
  /** The JSON object in the body; empty when there is none. */
  readonly body: JsonObject
}

/** The items of a list that was answered. */
export function resultsOf({ body }: ApiResponse): readonly JsonObject[] {
  return body.results as unknown as readonly JsonObject[] // checked against the schema of the list
}

/** A list inside of the body, under this name. */
export function listIn(body: JsonObject, name: string): readonly JsonObject[] {
  return body[name] as unknown as readonly JsonObject[] // checked against the schema of the answer
}
