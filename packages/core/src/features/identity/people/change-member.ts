import * as z from 'zod'
import { userOf } from '../../../data/records/actor.ts'
import { MEMBERSHIP_LEVELS, type Membership } from '../../../data/records/membership.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { takeCredentials } from '../../../runtime/change-project.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import { asUser } from '../credentials-of.ts'
import {
  type LockedOrganization,
  lockAsAdmin,
  lockOrganization,
  refuseAbove,
  refuseLastOwner,
  refuseUnlessAdmin,
  requireMembership,
} from './lock-organization.ts'
import { tellOfMember } from './member-activity.ts'
import { takeRights } from './take-rights.ts'
import { withdrawInvitationsOf } from './withdraw-invitations-of.ts'

const { member, admin, owner } = MEMBERSHIP_LEVELS

/** What a client may send to change a member; missing fields stay unchanged. */
export const updateMemberSchema = withReadOnly(
  z.object({ level: z.literal([member, admin, owner]).optional() }),
  fieldNames<Omit<Membership, 'level'>>({
    id: true,
    organizationId: true,
    user: true,
    joinedAt: true,
    updatedAt: true,
  }),
)

export type UpdateMemberInput = Readonly<z.input<typeof updateMemberSchema>>

/**
 * Changes the level of a member. To transfer ownership, an owner makes another member an owner, who may then lower the
 * first.
 */
export async function updateMember(
  ctx: OrganizationContext,
  userUuid: string,
  input: UpdateMemberInput,
): Promise<Membership> {
  authorize(ctx.actor, 'organization_member:write')
  const { level } = parseInput(updateMemberSchema, input)
  return takeCredentials(ctx, asUser(userUuid.toLowerCase()), async (tx) => {
    const locked = await lockAsAdmin(tx, ctx)
    const before = await requireMembership(tx, ctx, userUuid)
    if (level === undefined || level === before.level) return before
    refuseAbove(locked, before.level, level)
    // A higher level gives the member's keys more permissions than this key, as with invitations (PEOPLE-8).
    if (level > before.level) authorize(ctx.actor, '*')
    await refuseLastOwner(tx, before)
    return changeLevel(tx, ctx, before, level)
  })
}

async function changeLevel(
  tx: Transaction,
  ctx: OrganizationContext,
  before: Membership,
  level: Membership['level'],
): Promise<Membership> {
  const after = { ...before, level, updatedAt: timestampOf(ctx.clock()) }
  await tx.memberships.update(after)
  // With a lower level the member could not have created all of these invitations (PEOPLE-13).
  if (level < before.level) await withdrawInvitationsOf(tx, ctx, before.user)
  await tellOfMember(tx, ctx, before.user, { before, after })
  return after
}

/** Removes a member, with the roles, keys and invitations that the membership gave. All members may leave. */
export async function removeMember(ctx: OrganizationContext, userUuid: string): Promise<void> {
  authorize(ctx.actor, 'organization_member:write')
  await takeCredentials(ctx, asUser(userUuid.toLowerCase()), async (tx) => {
    const locked = await lockOrganization(tx, ctx)
    const membership = await requireMembership(tx, ctx, userUuid)
    if (membership.user.id !== userOf(ctx.actor)?.id) refuseUnlessAbove(locked, membership)
    await refuseLastOwner(tx, membership)
    await takeRights(tx, ctx, membership.user)
    await tx.memberships.delete(ctx.organization.id, membership.user.id)
    await endWaysInWithLast(tx, membership.user)
    await tellOfMember(tx, ctx, membership.user, { before: membership, after: null })
  })
}

/**
 * Deletes the sign-in methods with the last membership. Otherwise the next invitation would find a password that
 * another invitation has set (SESS-13). Or it would find an account whose address belongs to another person by then
 * (SESS-19).
 */
async function endWaysInWithLast(tx: Transaction, { id }: Membership['user']): Promise<void> {
  await tx.users.lock(id)
  if ((await tx.memberships.ofUser(id)).length > 0) return
  await tx.passwords.delete(id)
  await tx.openIdAccounts.deleteOfUser(id)
}

function refuseUnlessAbove(locked: LockedOrganization, { level }: Membership): void {
  refuseUnlessAdmin(locked)
  refuseAbove(locked, level)
}
