import type { Context } from '@flagdeck/core'
import { type SignedIn, sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { LinkOptions } from '../../rest/pages/link.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import { isSignedIn } from '../access/is-signed-in.ts'
import { browserOf, PRIVATE, sessionInCookie, signInHeaders, signOutHeaders } from '../access/session-cookie.ts'
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
  handle(endpoints.changePassword, async ({ context: { ctx, signIns }, body, request }) => {
    // A guess of the current password is one like any other (SESS-5).
    if (body.currentPassword !== undefined && ctx.actor.type === 'user') {
      await signIns.admit(request, ctx.actor.user.email)
    }
    await sessions.changePassword(ctx, body)
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
    await signIns.admit(request, body.email)
    return signedIn(ctx, links, request, await sessions.signIn(ctx, body, browserOf(request)))
  }),
  handle(endpoints.signInByLink, async ({ context: { ctx, links, signIns }, body, request }) => {
    await signIns.admit(request)
    return signedIn(ctx, links, request, await sessions.signInByLink(ctx, body, browserOf(request)))
  }),
]

async function signedIn(ctx: Context, links: LinkOptions, request: EndpointRequest, { session, value }: SignedIn) {
  const current = await sessions.retrieveSession({ ...ctx, actor: sessions.actorOf(session) })
  return reply(currentSessionBody(current), { headers: signInHeaders(request, links, value) })
}
