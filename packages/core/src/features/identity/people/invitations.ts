import type { Invitation } from '../../../data/records/invitation.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { authorizeOrganizationAdmin } from '../../../runtime/access/authorize-admin.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import { lockAsAdmin, refuseAbove } from './lock-organization.ts'
import { tellOfInvitation } from './member-activity.ts'

/** Lists the invitations that were not accepted, including expired ones, in the order of creation. */
export async function listInvitations(ctx: OrganizationContext, page: PageRequest): Promise<Page<Invitation>> {
  authorize(ctx.actor, 'organization_member:read')
  return ctx.store.read(async (tx) => {
    await authorizeOrganizationAdmin(tx, ctx)
    return tx.invitations.listOpen(ctx.organization.id, page)
  })
}

/** Withdraws an invitation that was not accepted. */
export async function withdrawInvitation(ctx: OrganizationContext, invitationId: string): Promise<void> {
  authorize(ctx.actor, 'organization_member:write')
  await writeStore(ctx, async (tx) => {
    const locked = await lockAsAdmin(tx, ctx)
    const invitation = await tx.invitations.findOpen(ctx.organization.id, invitationId)
    if (!invitation) throw recordNotFound('Invitation', invitationId, ctx)
    refuseAbove(locked, invitation.level)
    await tx.invitations.withdraw(ctx.organization.id, invitationId)
    await tellOfInvitation(tx, ctx, invitation, { before: invitation, after: null })
  })
}
