import type { JsonObject } from '@flagdeck/core'
import type { Endpoint } from '../endpoint.ts'
import type { ResponseHeader } from '../response-headers.ts'
import { IDEMPOTENCY_COMPONENTS, IDEMPOTENCY_PARAMETER, IDEMPOTENCY_RESPONSE_HEADERS } from './openapi-idempotency.ts'

/** The headers of requests and responses, which operations reference. */
export const HEADER_COMPONENTS = {
  parameters: {
    ...IDEMPOTENCY_COMPONENTS.parameters,
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description:
        'The entity tag of the version that was read. If another user has changed it since, the response is 412.',
      schema: { type: 'string' },
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'The entity tag of the last response. If it is still current, the response is 304 without a body.',
      schema: { type: 'string' },
    },
    ProjectToken: {
      name: 'X-PostHog-Project-Api-Key',
      in: 'header',
      required: false,
      description: 'The project’s public token, as posthog-rs sends it; `token` of the query counts before it.',
      schema: { type: 'string' },
    },
  },
  headers: {
    ...IDEMPOTENCY_COMPONENTS.headers,
    ETag: {
      description: 'Tells this answer from any other; of a record with versions it begins with the version.',
      schema: { type: 'string' },
    },
    FlagdeckVersion: {
      description: 'The version of the project that contains the change.',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
    RetryAfter: {
      description: 'The number of seconds to wait before the next request.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
} as const satisfies JsonObject

export function headerParameters({ auth, idempotencyKey, errors = [], notModified }: Endpoint): JsonObject[] {
  return [
    ...(idempotencyKey ? [IDEMPOTENCY_PARAMETER] : []),
    ...(errors.includes('precondition_failed') ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(notModified ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(auth === 'definitions' ? [{ $ref: '#/components/parameters/ProjectToken' }] : []),
  ]
}

/** The headers of a success, by their names. */
export function documentedHeaders({ headers = [], notModified }: Endpoint): readonly ResponseHeader[] {
  return notModified && !headers.includes('ETag') ? [...headers, 'ETag'] : headers
}

export function responseHeaders(endpoint: Endpoint): { readonly headers?: JsonObject } {
  const named = documentedHeaders(endpoint).map((name) => [
    name,
    { $ref: `#/components/headers/${name.replace('-', '')}` },
  ])
  const headers = { ...Object.fromEntries(named), ...(endpoint.idempotencyKey ? IDEMPOTENCY_RESPONSE_HEADERS : {}) }
  return Object.keys(headers).length === 0 ? {} : { headers }
}

/** The statuses whose responses say when to retry. */
const RETRIED = [429, 503]

export function refusalHeaders(status: number): { readonly headers?: JsonObject } {
  return RETRIED.includes(status) ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } } : {}
}
