import type { Endpoint } from '../../src/rest/endpoint.ts'
import { responsesOf } from '../../src/rest/openapi/openapi.ts'
import { OpenApiSchemas } from '../../src/rest/openapi/openapi-schemas.ts'

const known = new Map<Endpoint, ReadonlySet<number>>()

/** The statuses that the OpenAPI document lists for an endpoint, or would if there were any success (HTTP-30). */
export function documentedStatuses(endpoint: Endpoint): ReadonlySet<number> {
  const statuses = known.get(endpoint) ?? new Set(Object.keys(responsesOf(endpoint, new OpenApiSchemas())).map(Number))
  known.set(endpoint, statuses)
  return statuses
}
