import type { JsonObject } from '@flagdeck/core'
import type { Endpoint } from '../../rest/endpoint.ts'
import { openApiDocument } from '../../rest/openapi/openapi.ts'
import { replyRaw } from '../../rest/reply.ts'
import type { Route } from '../../rest/routing/route.ts'
import type { RequestContext } from '../access/request-context.ts'
import * as endpoints from '../endpoints/schema.ts'
import { TAGS } from './schema-tags.ts'
import { handle } from './scoped-handler.ts'

const INFO = {
  title: 'Flagdeck',
  version: '0.1.0',
  description: 'Feature flags and dashboards.',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'Flagdeck' },
  tags: TAGS,
}

/**
 * The OpenAPI document of these endpoints and of its own endpoint.
 * @param serverUrl the URL of the API; relative to the document when missing
 */
export function openApiOf(described: readonly Endpoint[], serverUrl = '/'): JsonObject {
  return openApiDocument([...described, endpoints.retrieveSchema], { ...INFO, serverUrl })
}

/** The route that returns {@link openApiOf}. */
export function schemaRoute(described: readonly Endpoint[], serverUrl: string): Route<RequestContext> {
  let bytes: Uint8Array | undefined
  return handle(endpoints.retrieveSchema, () => {
    bytes ??= new TextEncoder().encode(JSON.stringify(openApiOf(described, serverUrl)))
    return replyRaw(bytes, { headers: { 'content-type': 'application/json' } })
  })
}
