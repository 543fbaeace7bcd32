import type { Endpoint } from '../../src/rest/endpoint.ts'
import { responsesOf } from '../../src/rest/openapi/openapi.ts'
import { OpenApiSchemas } from '../../src/rest/openapi/openapi-schemas.ts'

const known = new Map<Endpoint, ReadonlySet<number>>()

/**
 * The statuses in the OpenAPI document of an endpoint. For endpoints that never succeed, those that it would list
 * (HTTP-30).
 */
export function documentedStatuses(endpoint: Endpoint): ReadonlySet<number> {
  const statuses = known.get(endpoint) ?? new Set(Object.keys(responsesOf(endpoint, new OpenApiSchemas())).map(Number))
  known.set(endpoint, statuses)
  return statuses
}
