import { permissionDenied } from '@flagdeck/core/operations'
import { mediaTypeOf } from '../../rest/body/request-data.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { baseUrl, type LinkOptions } from '../../rest/pages/link.ts'

/** Where a request comes from: a page of ours, one of somebody else, or nothing that says so. */
type Source = 'own' | 'other' | 'unknown'

/**
 * As browsers say it, and no page can change it (SESS-3). They name the site where they talk to https or to this machine,
 * and else the origin of whatever is no plain GET.
 */
function sourceOf({ headers }: EndpointRequest, links: LinkOptions): Source {
  const site = headers['sec-fetch-site']
  // `none`: somebody has typed the address, or followed a bookmark.
  if (site !== undefined) return site === 'same-origin' ? 'own' : site === 'none' ? 'unknown' : 'other'
  const { origin } = headers
  if (origin === undefined) return 'unknown'
  return origin === originOf(baseUrl(headers, links)) || origin === originOf(baseUrl(headers, asAsked(links)))
    ? 'own'
    : 'other'
}

/** The service may have another address than the public one. */
function asAsked({ trustProxy }: LinkOptions): LinkOptions {
  return { trustProxy }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}

/** Refuses what a page of somebody else has sent, with whatever cookie. */
export function refuseOtherOrigin(request: EndpointRequest, links: LinkOptions): void {
  if (sourceOf(request, links) === 'other') throw otherOrigin()
}

/** Refuses to act by a cookie for whoever cannot show to be a page of ours (SESS-3). */
export function refuseForgedRequest(request: EndpointRequest, links: LinkOptions): void {
  const source = sourceOf(request, links)
  if (source === 'other') throw otherOrigin()
  if (request.method === 'GET' || request.method === 'HEAD') return
  if (source !== 'own') throw otherOrigin()
  refuseFormContent(request)
}

/** Media types that a form cannot send. A browser asks the server before a page of another origin sends them. */
const NOT_OF_FORMS: readonly string[] = ['application/json', 'text/csv']

function refuseFormContent({ headers, endpoint }: EndpointRequest): void {
  const type = headers['content-type']
  // A form could be sent by any page; and so could text that happens to be JSON.
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
