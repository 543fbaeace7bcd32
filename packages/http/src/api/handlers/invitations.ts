import type { Context } from '@flagdeck/core'
import { people } from '@flagdeck/core/operations'
import type { Invitation } from '@flagdeck/core/store'
import { epochMsOf } from '@flagdeck/core/store'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { type LinkOptions, selfLink } from '../../rest/pages/link.ts'
import { SMALL_ITEMS } from '../../rest/pages/read-page.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import { clientOf } from '../access/sign-in-guard.ts'
import * as endpoints from '../endpoints/invitations.ts'
import { invitationBody, joinedOrganizationBody, offeredMembershipBody } from '../wire/invitation.ts'
import { answerPage, handle, inOrganization } from './scoped-handler.ts'

export const invitationRoutes = [
  inOrganization(endpoints.listInvitations, (organization, input) =>
    answerPage(input, (page) => people.listInvitations(organization, page), bodyAt(organization), SMALL_ITEMS),
  ),
  inOrganization(endpoints.createInvitation, async (organization, { body, request, context }) => {
    const { invitation, token } = await people.inviteMember(organization, body)
    return { ...bodyAt(organization)(invitation), token, link: invitationLink(request, context.links, token) }
  }),
  inOrganization(endpoints.destroyInvitation, async (organization, { params }) => {
    await people.withdrawInvitation(organization, params.id)
    return replyRaw(null)
  }),
  handle(endpoints.retrieveInvitation, async ({ context, params }) =>
    offeredMembershipBody(await people.retrieveInvitation(context.ctx, params.token)),
  ),
  handle(endpoints.acceptInvitation, async ({ context: { ctx, links, cookies, signIns }, params, body, request }) => {
    const accept = () => people.acceptInvitation(ctx, params.token, body, clientOf(request, links))
    const joined = await (body.password === undefined ? accept() : signIns.attempt(request, undefined, accept))
    const headers = joined.signedIn ? await cookies.signInHeaders(request, joined.signedIn.value) : {}
    return reply(joinedOrganizationBody(joined), { headers })
  }),
  handle(endpoints.acceptInvitationAsUser, async ({ context, body }) =>
    joinedOrganizationBody(await people.acceptAsUser(context.ctx, body)),
  ),
]

function bodyAt({ clock }: Context) {
  const now = clock()
  return (invitation: Invitation) => invitationBody(invitation, epochMsOf(invitation.expiresAt) <= now)
}

/** The link at which the invitation is accepted, including the mount path. */
function invitationLink(request: EndpointRequest, links: LinkOptions, token: string): string {
  const self = selfLink(request, links)(new URLSearchParams())
  return self.replace(/\/+api\/+organizations\/.*$/, endpoints.acceptInvitation.path.replace('{token}', token))
}
