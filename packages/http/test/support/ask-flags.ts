import type { JsonObject } from '@flagdeck/core'
import type { ApiResponse } from './api-response.ts'
import type { World } from './world.ts'

/** Requests the flags of the project as an SDK does, for the subject `u1` or the one in `fields`. */
export function askFlags(
  { anonymous, project }: World,
  fields: JsonObject = {},
  query = '?v=2',
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  return anonymous.post(`/flags/${query}`, { token: project.apiToken, distinct_id: 'u1', ...fields }, { headers })
}

/** The keys of the flags in the response. */
export function answeredKeys({ body }: ApiResponse): string[] {
  return Object.keys(body.flags as JsonObject).toSorted() // validated against its schema
}
