import { sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { baseUrl, type LinkOptions } from '../../rest/pages/link.ts'
import type { PlainRequest, RequestHeaders } from '../../rest/plain-request.ts'
import type { PlainResponse, ResponseHeaders } from '../../rest/plain-response.ts'

const NAME = 'flagdeck_session'
/** Browsers take such a cookie from https alone, and from no neighbour under the same domain. */
const SECURE_NAME = `__Host-${NAME}`

const MAX_AGE_SECONDS = sessions.SESSION_TTL_MS / 1000

/** What the value begins with while its browser is at a provider, to sign in there: then it is no session yet. */
export const ATTEMPT_PREFIX = 'pho_'
const ATTEMPT_SECONDS = 600

/** Of a session's value, in letters: nobody makes us look for more. */
const VALUE = /^[\w-]{1,100}$/

/** The value of the console's session; undefined when there is none. */
export function sessionInCookie(request: EndpointRequest, links: LinkOptions): string | undefined {
  const value = valueInCookie(request, links)
  return value?.startsWith(ATTEMPT_PREFIX) ? undefined : value
}

/** The value of an attempt to sign in at a provider; undefined when there is none. */
export function attemptInCookie(request: EndpointRequest, links: LinkOptions): string | undefined {
  const value = valueInCookie(request, links)
  return value?.startsWith(ATTEMPT_PREFIX) ? value : undefined
}

function valueInCookie({ headers }: EndpointRequest, links: LinkOptions): string | undefined {
  // Nearly all requests come without any.
  if (headers.cookie === undefined) return undefined
  const value = cookieNamed(headers.cookie, isSecure(headers, links) ? SECURE_NAME : NAME)
  return value !== undefined && VALUE.test(value) ? value : undefined
}

/** The value of a cookie by its name, as it was sent; undefined when there is none. */
function cookieNamed(cookies: string, name: string): string | undefined {
  const start = `${name}=`
  const found = cookies.split(';').find((pair) => pair.trimStart().startsWith(start))
  return found?.trim().slice(start.length)
}

/** Headers of the answer after which the browser is signed in, for as long as the session is good. */
export function signInHeaders(request: EndpointRequest, links: LinkOptions, value: string): ResponseHeaders {
  return { ...PRIVATE, 'set-cookie': cookie(request.headers, links, value, MAX_AGE_SECONDS) }
}

/** Headers of the answer with which the browser leaves for a provider. The session that it comes back to takes this place. */
export function attemptHeaders(request: EndpointRequest, links: LinkOptions, value: string): ResponseHeaders {
  return { ...PRIVATE, 'set-cookie': cookie(request.headers, links, value, ATTEMPT_SECONDS) }
}

/** Headers of the answer after which it is not any more. */
export function signOutHeaders(request: EndpointRequest, links: LinkOptions): ResponseHeaders {
  return { ...PRIVATE, 'set-cookie': cookie(request.headers, links, '', 0) }
}

/** The answer, for no cache that others share if it may be to who is signed in: those know that of keys, not of cookies. */
export function keptPrivate({ headers }: PlainRequest, response: PlainResponse): PlainResponse {
  if (!headers.cookie?.includes(`${NAME}=`) || response.headers['cache-control'] !== undefined) return response
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-cache' } }
}

/** No cache keeps who is signed in. */
export const PRIVATE: ResponseHeaders = { 'cache-control': 'no-store' }

function cookie(headers: RequestHeaders, links: LinkOptions, value: string, maxAgeSeconds: number): string {
  const rest = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
  return isSecure(headers, links) ? `${SECURE_NAME}=${value}; ${rest}; Secure` : `${NAME}=${value}; ${rest}`
}

function isSecure(headers: RequestHeaders, links: LinkOptions): boolean {
  return baseUrl(headers, links).startsWith('https:')
}
