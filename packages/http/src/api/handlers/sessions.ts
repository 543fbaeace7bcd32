import type { Context } from '@flagdeck/core'
import { type SignedIn, sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import { isSignedIn } from '../access/is-signed-in.ts'
import { PRIVATE, sessionInCookie, signInHeaders, signOutHeaders } from '../access/session-cookie.ts'
import { clientOf } from '../access/sign-in-guard.ts'
import { startOpenId } from '../endpoints/openid.ts'
import * as endpoints from '../endpoints/sessions.ts'
import { currentSessionBody, sessionBody } from '../wire/session.ts'
import { handle, inOrganization } from './scoped-handler.ts'

export const sessionRoutes = [
  handle(endpoints.retrieveSession, async ({ context: { ctx, links }, request }) => {
    const current = await sessions.retrieveSession(ctx)
    // The browser's copy slides along with ours.
    const value = current.session && sessionInCookie(request, links)
    return reply(currentSessionBody(current), { headers: value ? signInHeaders(request, links, value) : PRIVATE })
  }),
  handle(endpoints.signOut, async ({ context: { ctx, links }, request }) => {
    await sessions.signOut(ctx)
    return replyRaw(null, { headers: signOutHeaders(request, links) })
  }),
  handle(endpoints.changePassword, async ({ context: { ctx, links, signIns }, body, request }) => {
    const change = () => sessions.changePassword(ctx, body, clientOf(request, links).network)
    // A guess of the current password counts as an attempt to sign in (SESS-5).
    if (body.currentPassword === undefined || ctx.actor.type !== 'user') await change()
    else await signIns.attempt(request, ctx.actor.user.email, change)
    return replyRaw(null)
  }),
  handle(endpoints.listSessions, async ({ context: { ctx } }) => {
    const current = ctx.actor.type === 'user' ? ctx.actor.session : undefined
    const own = await sessions.listSessions(ctx)
    return reply(
      own.map((session) => sessionBody(session, current)),
      { headers: PRIVATE },
    )
  }),
  handle(endpoints.endSession, async ({ context, params }) => {
    await sessions.endSession(context.ctx, params.id)
    return replyRaw(null)
  }),
  inOrganization(endpoints.endMemberSessions, async (organization, { params }) => {
    await sessions.endMemberSessions(organization, params.user_uuid)
    return replyRaw(null)
  }),
  handle(endpoints.retrieveSignInWays, async ({ context: { ctx, links, openId }, request }) => {
    const { password, firstStart } = await sessions.signInWays(ctx)
    const signedIn = await isSignedIn(ctx, sessionInCookie(request, links))
    const openid = openId && { name: openId.provider.name, url: startOpenId.path.slice(1) }
    return reply({ password, openid, first_start: firstStart, signed_in: signedIn }, { headers: PRIVATE })
  }),
  handle(endpoints.signIn, async ({ context: { ctx, links, signIns }, body, request }) => {
    const enter = () => sessions.signIn(ctx, body, clientOf(request, links))
    return signedIn(ctx, links, request, await signIns.attempt(request, body.email, enter))
  }),
  handle(endpoints.signInByLink, async ({ context: { ctx, links, signIns }, body, request }) => {
    const enter = () => sessions.signInByLink(ctx, body, clientOf(request, links))
    return signedIn(ctx, links, request, await signIns.attempt(request, undefined, enter))
  }),
]

async function signedIn(ctx: Context, links: LinkOptions, request: EndpointRequest, { session, value }: SignedIn) {
  const current = await sessions.retrieveSession({ ...ctx, actor: sessions.actorOf(session) })
  return reply(currentSessionBody(current), { headers: signInHeaders(request, links, value) })
}
