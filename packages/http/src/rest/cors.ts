import type { EndpointDeclaration } from './endpoint.ts'
import type { RequestHeaders } from './plain-request.ts'
import type { ResponseHeaders } from './plain-response.ts'

/** Which origins may read a response. */
export type CorsPolicy = NonNullable<EndpointDeclaration['cors']>

const NONE: ResponseHeaders = {}

// Browsers hide these headers from scripts unless they are listed: SDKs need the tag for 304s and the time to back off.
const EXPOSED = 'ETag, Retry-After, X-Request-Id, Flagdeck-Version, Flagdeck-Definitions-Age, Idempotency-Replayed'
const PREFLIGHT_SECONDS = '86400'

/**
 * The headers that let a page of another origin read the response. `reflect` allows every page, with credentials; `any`
 * allows every page, without credentials. Otherwise only `allowedOrigins` may read it, where `*` means all.
 */
export function corsHeaders(
  policy: CorsPolicy,
  headers: RequestHeaders,
  allowedOrigins: readonly string[],
): ResponseHeaders {
  const { origin } = headers
  if (origin === undefined) return NONE
  if (policy === 'reflect') return { ...readableBy(origin), 'access-control-allow-credentials': 'true' }
  if (policy === 'any') return readableBy(origin)
  return allowedOrigins.includes(origin) || allowedOrigins.includes('*') ? readableBy(origin) : NONE
}

/** The headers of the response to a preflight request. */
export function preflightHeaders(
  policy: CorsPolicy,
  headers: RequestHeaders,
  allowedOrigins: readonly string[],
  methods: string,
): ResponseHeaders {
  const cors = corsHeaders(policy, headers, allowedOrigins)
  if (cors === NONE) return NONE
  return {
    ...cors,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': PREFLIGHT_SECONDS,
  }
}

function readableBy(origin: string): ResponseHeaders {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}
