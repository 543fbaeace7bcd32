import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { baseUrl, type LinkOptions } from '../../rest/pages/link.ts'
import { singleSlashes } from '../../rest/routing/plain-path.ts'
import { sha256 } from '../../rest/sha256.ts'
import { finishOpenId, startOpenId } from '../endpoints/openid.ts'
import type { OpenIdAttempt } from './openid-provider.ts'

/**
 * Derives an attempt from the value of its cookie. The server stores nothing, so any instance can continue it
 * (SESS-21).
 */
export async function openIdAttempt(
  value: string,
  request: EndpointRequest,
  links: LinkOptions,
): Promise<OpenIdAttempt> {
  const part = (name: string) => sha256(`openid ${name} ${value}`)
  const [state, nonce, codeVerifier] = await Promise.all([part('state'), part('nonce'), part('code verifier')])
  return { redirectUri: redirectUri(request, links), state, nonce, codeVerifier }
}

/**
 * The URL that the browser returns to, including the path prefix. It is the same when the browser leaves and when it
 * returns.
 */
function redirectUri({ url, headers }: EndpointRequest, links: LinkOptions): string {
  const path = singleSlashes(url.split('?', 1)[0] ?? '')
  const mount = path.slice(0, path.lastIndexOf(startOpenId.path.slice(0, -1)))
  return `${baseUrl(headers, links)}${mount}${finishOpenId.path}`
}
