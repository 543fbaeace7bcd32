import { DomainError } from '@flagdeck/core'
import { sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import type { Route } from '../../rest/routing/route.ts'
import { isSignedIn } from '../access/is-signed-in.ts'
import { openIdAttempt } from '../access/openid-attempt.ts'
import { type OpenIdAttempt, OpenIdFailure, type OpenIdSignIn } from '../access/openid-provider.ts'
import { refuseOtherOrigin } from '../access/own-origin.ts'
import type { RequestContext, SdkContext } from '../access/request-context.ts'
import { ATTEMPT_PREFIX, PRIVATE } from '../access/session-cookie.ts'
import { clientOf } from '../access/sign-in-guard.ts'
import * as endpoints from '../endpoints/openid.ts'
import type { OpenIdWord } from '../wire/openid.ts'
import { handle } from './scoped-handler.ts'

/** The redirects of browsers to a provider and back (SESS-21 to SESS-26). */
export function openIdRoutes({
  provider,
  newcomers = null,
  onRefusal,
}: OpenIdSignIn): readonly Route<RequestContext>[] {
  const enter = async (
    { ctx, links, cookies, signIns }: SdkContext,
    request: EndpointRequest,
    attempt: OpenIdAttempt,
  ) => {
    await signIns.admitFromProvider(request)
    const identity = await provider.identify(attempt, request.searchParams)
    const entered = await sessions.signInByOpenId(ctx, identity, newcomers, clientOf(request, links))
    if (typeof entered !== 'string') return toConsole(request, await cookies.signInHeaders(request, entered.value))
    onRefusal?.(entered)
    return toConsole(request, await cookies.signOutHeaders(request), entered)
  }
  return [
    handle(endpoints.startOpenId, async ({ context: { ctx, links, cookies }, request }) => {
      if (await isSignedIn(ctx, await cookies.session(request))) return toConsole(request, PRIVATE)
      return orWhyNot(request, PRIVATE, async () => {
        refuseOtherOrigin(request, links)
        const value = ctx.ids.secret(ATTEMPT_PREFIX)
        const location = await provider.authorizationUrl(await openIdAttempt(value, request, links))
        return leadTo(location, await cookies.attemptHeaders(request, value))
      })
    }),
    handle(endpoints.finishOpenId, async ({ context, query, request }) => {
      const { links, cookies } = context
      const value = await cookies.attempt(request)
      const attempt = value && (await openIdAttempt(value, request, links))
      // Another page may have caused the request, so the browser keeps its cookie.
      if (!attempt || query.state !== attempt.state) return toConsole(request, PRIVATE, 'expired')
      return orWhyNot(request, await cookies.signOutHeaders(request), () => enter(context, request, attempt))
    }),
  ]
}

/** Redirects users to the console page that explains the error, if it has an explanation. */
async function orWhyNot(
  request: EndpointRequest,
  headers: ResponseHeaders,
  step: () => Promise<Reply<never>>,
): Promise<Reply<never>> {
  try {
    return await step()
  } catch (error) {
    const word = wordFor(error)
    if (word === undefined) throw error
    return toConsole(request, headers, word)
  }
}

function wordFor(error: unknown): OpenIdWord | undefined {
  if (error instanceof OpenIdFailure) return error.reason
  if (!(error instanceof DomainError)) return undefined
  if (error.code === 'permission_denied') return 'other_page'
  return error.code === 'throttled' ? 'throttled' : undefined
}

/**
 * Relative to the request, because the path that a proxy removes is unknown. The target is always the console
 * (SESS-24).
 */
function toConsole({ url, endpoint }: EndpointRequest, headers: ResponseHeaders, word?: OpenIdWord): Reply<never> {
  const folders = endpoint.path.split('/').length - 2
  const up = url.split('?', 1)[0]?.endsWith('/') ? folders : folders - 1
  return leadTo(`${'../'.repeat(up)}console/${word === undefined ? '' : `#/?refused=${word}`}`, headers)
}

function leadTo(location: string, headers: ResponseHeaders): Reply<never> {
  return replyRaw(null, { headers: { ...headers, location, 'referrer-policy': 'no-referrer' } })
}
