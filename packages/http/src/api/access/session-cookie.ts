import type { Context } from '@flagdeck/core'
import { sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { baseUrl, type LinkOptions, publicPath } from '../../rest/pages/link.ts'
import type { PlainRequest, RequestHeaders } from '../../rest/plain-request.ts'
import type { PlainResponse, ResponseHeaders } from '../../rest/plain-response.ts'
import { sha256 } from '../../rest/sha256.ts'

/**
 * The prefix of all names, followed by eight characters that identify the installation. Cookies do not distinguish
 * ports (SESS-33).
 */
const NAME = 'flagdeck_session'

const MAX_AGE_SECONDS = sessions.SESSION_TTL_MS / 1000

/** The prefix of the value while its browser is at a provider to sign in. It is not a session yet. */
export const ATTEMPT_PREFIX = 'pho_'
const ATTEMPT_SECONDS = 600

/** The form of a session's value. Other values cause no lookup. */
const VALUE = /^[\w-]{1,100}$/

/** Reads and sets the console's cookie. */
export interface SessionCookies {
  /** The value of the session in a request; undefined without one. */
  session(request: EndpointRequest): Promise<string | undefined>
  /** The value of an attempt to sign in at a provider; undefined without one. */
  attempt(request: EndpointRequest): Promise<string | undefined>
  /** Headers of the response that signs the browser in. */
  signInHeaders(request: EndpointRequest, value: string): Promise<ResponseHeaders>
  /** Headers of the response that redirects the browser to a provider. The session replaces the attempt later. */
  attemptHeaders(request: EndpointRequest, value: string): Promise<ResponseHeaders>
  /** Headers of the response that signs the browser out. */
  signOutHeaders(request: EndpointRequest): Promise<ResponseHeaders>
}

/** The cookie of this installation, for the path that browsers request it at. */
export function sessionCookies(ctx: Pick<Context, 'store'>, links: LinkOptions, basePath?: string): SessionCookies {
  const path = publicPath(links, basePath) || '/'
  // Browsers accept `__Host-` only for the path `/`. Both prefixes require https (RFC 6265bis, 4.1.3).
  const prefix = path === '/' ? '__Host-' : '__Secure-'
  let known: string | undefined
  const nameFor = async (headers: RequestHeaders) => {
    known ??= await sessionCookieName(ctx)
    return isSecure(headers, links) ? `${prefix}${known ?? NAME}` : (known ?? NAME)
  }
  const valueIn = async ({ headers }: EndpointRequest) => {
    // Most requests have no session cookie: they cause no query.
    if (!hasSessionCookie(headers)) return undefined
    const value = cookieNamed(headers.cookie ?? '', await nameFor(headers))
    return value !== undefined && VALUE.test(value) ? value : undefined
  }
  const setting = async ({ headers }: EndpointRequest, value: string, maxAgeSeconds: number) => {
    const attributes = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`
    const cookie = `${await nameFor(headers)}=${value}; ${attributes}${isSecure(headers, links) ? '; Secure' : ''}`
    return { ...PRIVATE, 'set-cookie': cookie }
  }
  return {
    async session(request) {
      const value = await valueIn(request)
      return value?.startsWith(ATTEMPT_PREFIX) ? undefined : value
    },
    async attempt(request) {
      const value = await valueIn(request)
      return value?.startsWith(ATTEMPT_PREFIX) ? value : undefined
    },
    signInHeaders: (request, value) => setting(request, value, MAX_AGE_SECONDS),
    attemptHeaders: (request, value) => setting(request, value, ATTEMPT_SECONDS),
    signOutHeaders: (request) => setting(request, '', 0),
  }
}

/**
 * The name without a prefix, `flagdeck_session_1a2b3c4d`. It identifies the installation by its first project, which
 * all instances on one database share, and which is never deleted. Undefined until that project exists; no session can
 * exist before.
 */
export async function sessionCookieName({ store }: Pick<Context, 'store'>): Promise<string | undefined> {
  const project = await store.read((tx) => tx.projects.first())
  return project && `${NAME}_${(await sha256(`installation ${project.uuid}`)).slice(0, 8)}`
}

/** The value of a cookie by its name, as sent; undefined when it is missing. */
function cookieNamed(cookies: string, name: string): string | undefined {
  const start = `${name}=`
  const found = cookies.split(';').find((pair) => pair.trimStart().startsWith(start))
  return found?.trim().slice(start.length)
}

/**
 * Excludes the response from shared caches if the request may have a session. By default, shared caches do not store
 * responses to requests with an API key, but they ignore cookies.
 */
export function keptPrivate({ headers }: PlainRequest, response: PlainResponse): PlainResponse {
  if (!hasSessionCookie(headers) || response.headers['cache-control'] !== undefined) return response
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-cache' } }
}

function hasSessionCookie({ cookie }: RequestHeaders): boolean {
  return cookie?.includes(NAME) === true
}

/** Responses about the signed-in user are not cached. */
export const PRIVATE: ResponseHeaders = { 'cache-control': 'no-store' }

function isSecure(headers: RequestHeaders, links: LinkOptions): boolean {
  return baseUrl(headers, links).startsWith('https:')
}
