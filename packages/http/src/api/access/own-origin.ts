import { permissionDenied } from '@flagdeck/core/operations'
import { mediaTypeOf } from '../../rest/body/request-data.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { baseUrl, type LinkOptions } from '../../rest/pages/link.ts'

/** The source of a request: a page of this service, a page of another origin, or unknown. */
type Source = 'own' | 'other' | 'unknown'

/**
 * The source as the browser reports it; pages cannot change it (SESS-3). Browsers send `Sec-Fetch-Site` over https and
 * to the local machine. Otherwise they send `Origin`, except for simple GETs.
 */
function sourceOf({ headers }: EndpointRequest, links: LinkOptions): Source {
  const site = headers['sec-fetch-site']
  // `none`: the user typed the address or opened a bookmark.
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'other'
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  return origin === originOf(baseUrl(headers, links)) || origin === originOf(baseUrl(headers, asAsked(links)))
    ? 'own'
    : 'other'
}

/** The service may also be reached at an address other than the public one. */
function asAsked({ trustProxy }: LinkOptions): LinkOptions {
  return { trustProxy }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/** Refuses requests from pages of other origins, with or without a cookie. */
export function refuseOtherOrigin(request: EndpointRequest, links: LinkOptions): void {
  if (sourceOf(request, links) === 'other') throw otherOrigin()
}

/** Refuses to use a cookie unless the request is known to come from a page of this service (SESS-3). */
export function refuseForgedRequest(request: EndpointRequest, links: LinkOptions): void {
  const source = sourceOf(request, links)
  if (source === 'other') throw otherOrigin()
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (source !== 'own') throw otherOrigin()
  refuseFormContent(request)
}

/**
 * The media types that forms cannot send. Before a page of another origin sends them, the browser sends a preflight
 * request.
 */
const NOT_OF_FORMS: readonly string[] = ['application/json', 'text/csv']

function refuseFormContent({ headers, endpoint }: EndpointRequest): void {
  const type = headers['content-type']
  // Any page can submit a form, even with text that happens to be JSON.
  if (type === undefined ? !hasBody(headers) || endpoint.body === undefined : NOT_OF_FORMS.includes(mediaTypeOf(type)))
    return
  throw permissionDenied('Requests with a session cookie must send JSON: set Content-Type: application/json.')
}

function hasBody(headers: EndpointRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function otherOrigin() {
  return permissionDenied(
    'Only pages of this service can send requests with a session cookie: use a personal API key instead.',
  )
}
