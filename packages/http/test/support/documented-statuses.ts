import type { Endpoint } from '../../src/rest/endpoint.ts'
import { openApiDocument } from '../../src/rest/openapi.ts'

const known = new Map<Endpoint, ReadonlySet<number>>()

/** The statuses that the OpenAPI document lists for an endpoint. */
export function documentedStatuses(endpoint: Endpoint): ReadonlySet<number> {
  const statuses = known.get(endpoint) ?? readStatuses(endpoint)
  known.set(endpoint, statuses)
  return statuses
}

type Operations = { readonly [path: string]: { readonly [method: string]: { readonly responses: object } } }

function readStatuses(endpoint: Endpoint): ReadonlySet<number> {
  const { paths } = openApiDocument([endpoint], { title: '', version: '' })
  const operation = (paths as unknown as Operations)[endpoint.path]?.[endpoint.method.toLowerCase()]
  return new Set(Object.keys(operation?.responses ?? {}).map(Number))
}
