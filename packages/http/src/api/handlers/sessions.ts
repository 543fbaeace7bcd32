import { type SignedIn, sessions } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import { isSignedIn } from '../access/is-signed-in.ts'
import type { SdkContext } from '../access/request-context.ts'
import { PRIVATE } from '../access/session-cookie.ts'
import { clientOf } from '../access/sign-in-guard.ts'
import { startOpenId } from '../endpoints/openid.ts'
import * as endpoints from '../endpoints/sessions.ts'
import { currentSessionBody, sessionBody } from '../wire/session.ts'
import { handle, inOrganization } from './scoped-handler.ts'

export const sessionRoutes = [
  handle(endpoints.retrieveSession, async ({ context: { ctx, cookies }, request }) => {
    const current = await sessions.retrieveSession(ctx)
    // Extends the browser's cookie together with the stored session.
    const value = current.session && (await cookies.session(request))
    return reply(currentSessionBody(current), {
      headers: value ? await cookies.signInHeaders(request, value) : PRIVATE,
    })
  }),
  handle(endpoints.signOut, async ({ context: { ctx, cookies }, request }) => {
    await sessions.signOut(ctx)
    return replyRaw(null, { headers: await cookies.signOutHeaders(request) })
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
  handle(endpoints.retrieveSignInWays, async ({ context: { ctx, cookies, openId }, request }) => {
    const { password, firstStart } = await sessions.signInWays(ctx)
    const signedIn = await isSignedIn(ctx, await cookies.session(request))
    const openid = openId && { name: openId.provider.name, url: startOpenId.path.slice(1) }
    return reply({ password, openid, first_start: firstStart, signed_in: signedIn }, { headers: PRIVATE })
  }),
  handle(endpoints.signIn, async ({ context, body, request }) => {
    const { ctx, links, signIns } = context
    const enter = () => sessions.signIn(ctx, body, clientOf(request, links))
    return signedIn(context, request, await signIns.attempt(request, body.email, enter))
  }),
  handle(endpoints.signInByLink, async ({ context, body, request }) => {
    const { ctx, links, signIns } = context
    const enter = () => sessions.signInByLink(ctx, body, clientOf(request, links))
    return signedIn(context, request, await signIns.attempt(request, undefined, enter))
  }),
]

async function signedIn({ ctx, cookies }: SdkContext, request: EndpointRequest, { session, value }: SignedIn) {
  const current = await sessions.retrieveSession({ ...ctx, actor: sessions.actorOf(session) })
  return reply(currentSessionBody(current), { headers: await cookies.signInHeaders(request, value) })
}
