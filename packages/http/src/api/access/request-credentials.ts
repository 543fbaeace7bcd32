import { DomainError, type ProjectReference } from '@flagdeck/core'
import { type CredentialSource, projectNotFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { parseProjectId } from '../../rest/path-id.ts'

/** A credential and where it was found. */
export interface FoundKey {
  readonly value: string
  readonly source: CredentialSource
}

export function keyInHeader({ headers }: EndpointRequest): FoundKey | undefined {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')
  return match?.[1] === undefined ? undefined : { value: match[1], source: 'request Authorization header' }
}

/** The key as Unleash's SDKs send it, without a scheme. */
export function bareKeyInHeader({ headers }: EndpointRequest): FoundKey | undefined {
  const value = /^\s*(ph[cxs]_\S+)\s*$/.exec(headers.authorization ?? '')?.[1]
  return value === undefined ? undefined : { value, source: 'request Authorization header' }
}

export function keyInOwnHeader({ headers }: EndpointRequest): FoundKey | undefined {
  const value = headers['x-api-key']?.trim()
  return value ? { value, source: 'X-API-Key header' } : undefined
}

export function keyInQuery(request: EndpointRequest): FoundKey | undefined {
  const value = queryValue(request, 'personal_api_key')
  return value === undefined ? undefined : { value, source: 'request query string' }
}

export function missingKey(): never {
  throw new DomainError('not_authenticated', 'Authentication credentials were not provided.')
}

/**
 * {@link missingKey} for endpoints that accept a key only after `Bearer`: a key without it is a common mistake
 * (HTTP-115).
 */
export function refuseBareKey(request: EndpointRequest): void {
  if (bareKeyInHeader(request) === undefined) return
  const detail = 'The request Authorization header has a key without "Bearer". Send "Authorization: Bearer phx_…".'
  throw new DomainError('not_authenticated', detail)
}

/** The last of several values, as for all parameters (HTTP-11). */
export function queryValue(request: EndpointRequest, name: string): string | undefined {
  // Reading the parameters parses them, and most requests have none.
  return request.url.includes(name) ? request.searchParams.getAll(name).at(-1) : undefined
}

/** The public token of the requested project, if any. An empty one names no project (HTTP-64). */
function namedToken(request: EndpointRequest): string | undefined {
  return (
    queryValue(request, 'token') ||
    queryValue(request, 'api_key') ||
    // posthog-rs names the project whose definitions it polls in this header.
    request.headers['x-posthog-project-api-key'] ||
    undefined
  )
}

/** A public token names the project, whatever the path says. */
export function projectReference(request: EndpointRequest, inPath: string): ProjectReference {
  const token = namedToken(request)
  if (token !== undefined) return { token }
  const id = parseProjectId(inPath)
  if (id === undefined) throw projectNotFound()
  return id
}
