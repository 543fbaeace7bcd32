import type { Membership } from '../../../data/records/membership.ts'
import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { tellOfRoleMember } from '../role-activity.ts'
import { tellOfInvitation, tellOfMember } from './member-activity.ts'
import type { TakenInvitation } from './open-invitation.ts'

/** A new member, with the accepted invitation. */
interface Newcomer extends TakenInvitation {
  readonly user: User
}

/** Adds a user as a member, with those roles of the invitation that still exist. The new member is the actor. */
export async function joinOrganization(
  tx: Transaction,
  ctx: Context,
  { invitation, organization, user }: Newcomer,
): Promise<Membership> {
  const telling = { ...ctx, organization, actor: { type: 'user', user, key: null } } as const
  const now = timestampOf(ctx.clock())
  const { level } = invitation
  const membership = { id: ctx.ids.uuid(), organizationId: organization.id, user, level, joinedAt: now, updatedAt: now }
  await tx.memberships.insert(membership)
  await tellOfInvitation(tx, telling, invitation, { before: { ...invitation, acceptedAt: null }, after: invitation })
  await tellOfMember(tx, telling, user, { before: null, after: membership })
  const own = (await tx.roles.ofUser(organization.id, user.id)).map(({ id }) => id)
  for (const roleId of invitation.roleIds) {
    const role = await tx.roles.find(organization.id, roleId)
    if (!role || own.includes(roleId)) continue
    const given = { id: ctx.ids.uuid(), roleId, user, joinedAt: now, updatedAt: now }
    await tx.roleMemberships.insert(organization.id, given)
    await tellOfRoleMember(tx, telling, role, { before: null, after: user })
  }
  return membership
}
