import { DomainError } from '@flagdeck/core'
import { notFound, sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { ResponseHeaders } from '../../rest/plain-response.ts'
import { type Reply, replyRaw } from '../../rest/reply.ts'
import { isSignedIn } from '../access/is-signed-in.ts'
import { openIdAttempt } from '../access/openid-attempt.ts'
import { OpenIdFailure } from '../access/openid-provider.ts'
import { refuseOtherOrigin } from '../access/own-origin.ts'
import type { SdkContext } from '../access/request-context.ts'
import {
  ATTEMPT_PREFIX,
  attemptHeaders,
  attemptInCookie,
  browserOf,
  PRIVATE,
  sessionInCookie,
  signInHeaders,
  signOutHeaders,
} from '../access/session-cookie.ts'
import * as endpoints from '../endpoints/sessions.ts'
import type { OpenIdWord } from '../wire/openid.ts'
import { handle } from './scoped-handler.ts'

/** Browsers on their way to a provider and back: docs/behaviour/sessions.md. */
export const openIdRoutes = [
  handle(endpoints.startOpenId, async ({ context, request }) => {
    const { ctx, links } = context
    const { provider } = setUp(context)
    if (await isSignedIn(ctx, sessionInCookie(request, links))) return toConsole(request, PRIVATE)
    return orWhyNot(request, PRIVATE, async () => {
      refuseOtherOrigin(request, links)
      const value = ctx.ids.secret(ATTEMPT_PREFIX)
      const location = await provider.authorizationUrl(await openIdAttempt(value, request, links))
      return leadTo(location, attemptHeaders(request, links, value))
    })
  }),
  handle(endpoints.finishOpenId, async ({ context, query, request }) => {
    const { links } = context
    setUp(context)
    const value = attemptInCookie(request, links)
    const attempt = value && (await openIdAttempt(value, request, links))
    // Somebody else may have made them come: what their browser has, it keeps.
    if (!attempt || query.state !== attempt.state) return toConsole(request, PRIVATE, 'expired')
    return orWhyNot(request, signOutHeaders(request, links), () => finish(context, request, attempt))
  }),
]

/** The answer to an attempt that this browser has begun. */
async function finish(
  context: SdkContext,
  request: EndpointRequest,
  attempt: Awaited<ReturnType<typeof openIdAttempt>>,
): Promise<Reply<never>> {
  const { ctx, links, signIns } = context
  const { provider, newcomers = null } = setUp(context)
  await signIns.admitFromProvider(request)
  const identity = await provider.identify(attempt, request.searchParams)
  const entered = await sessions.signInByOpenId(ctx, identity, newcomers, browserOf(request))
  return typeof entered === 'string'
    ? toConsole(request, signOutHeaders(request, links), entered)
    : toConsole(request, signInHeaders(request, links, entered.value))
}

function setUp({ openId }: SdkContext) {
  if (!openId) throw notFound()
  return openId
}

/** A person is looking at this: what has a word leads to the page that says it. */
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

/** Relative to what was asked for, since nobody knows what a proxy has taken off; and to nowhere else (SESS-24). */
function toConsole({ url, endpoint }: EndpointRequest, headers: ResponseHeaders, word?: OpenIdWord): Reply<never> {
  const folders = endpoint.path.split('/').length - 2
  const up = url.split('?', 1)[0]?.endsWith('/') ? folders : folders - 1
  return leadTo(`${'../'.repeat(up)}console/${word === undefined ? '' : `#/?refused=${word}`}`, headers)
}

function leadTo(location: string, headers: ResponseHeaders): Reply<never> {
  return replyRaw(null, { headers: { ...headers, location, 'referrer-policy': 'no-referrer' } })
}
