import { type Actor, userOf } from '../../../data/records/actor.ts'
import { INVITATION_TTL_MS, type Invitation } from '../../../data/records/invitation.ts'
import { MEMBERSHIP_LEVELS } from '../../../data/records/membership.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { doesNotExist, violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { writeStore } from '../../../runtime/change-project.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'
import { type InviteInput, inviteSchema } from './invitation-input.ts'
import { lockAsAdmin, refuseAbove } from './lock-organization.ts'
import { tellOfInvitation } from './member-activity.ts'
import { MAX_OPEN_INVITATIONS, openInvitations } from './withdraw-invitations-of.ts'

/** An invitation with its token, which cannot be read again. */
export interface NewInvitation {
  readonly invitation: Invitation
  readonly token: string
}

/**
 * Invites a person to the organization. The token works once, for seven days. An open invitation to the same address is
 * withdrawn. New members get more permissions than most keys have, so a key needs all permissions (PEOPLE-8).
 */
export async function inviteMember(ctx: OrganizationContext, input: InviteInput): Promise<NewInvitation> {
  authorize(ctx.actor, '*')
  const token = ctx.ids.secret('phi_')
  const invitation = newInvitation(ctx, input, await hashKey(token))
  await writeStore(ctx, async (tx) => {
    const locked = await lockAsAdmin(tx, ctx)
    const replaced = await openTo(tx, invitation)
    refuseAbove(locked, invitation.level, ...replaced.map(({ level }) => level))
    await tx.invitations.withdrawTo(invitation.organizationId, invitation.email)
    for (const other of replaced) await tellOfInvitation(tx, ctx, other, { before: other, after: null })
    await refuseUnlessInvitable(tx, invitation)
    await tx.invitations.insert(invitation)
    await tellOfInvitation(tx, ctx, invitation, { before: null, after: invitation })
  })
  return { invitation, token }
}

/** Returns the open invitations to the same address. */
async function openTo(tx: ReadTransaction, { organizationId, email }: Invitation): Promise<readonly Invitation[]> {
  return (await openInvitations(tx, organizationId)).filter((other) => other.email === email)
}

function newInvitation(ctx: OrganizationContext, input: InviteInput, secureToken: string): Invitation {
  const { email, firstName = '', level = MEMBERSHIP_LEVELS.member, roleIds = [] } = parseInput(inviteSchema, input)
  const now = ctx.clock()
  return {
    id: ctx.ids.uuid(),
    organizationId: ctx.organization.id,
    email,
    firstName,
    level,
    roleIds: [...new Set(roleIds.map((id) => id.toLowerCase()))],
    secureToken,
    createdBy: userOf(ctx.actor),
    createdAt: timestampOf(now),
    expiresAt: endOf(ctx.actor, timestampOf(now + INVITATION_TTL_MS)),
    acceptedAt: null,
  }
}

/** Returns the expiry of an invitation: it expires no later than the key that creates it. */
function endOf(actor: Actor, latest: Timestamp): Timestamp {
  const ownEnd = actor.type === 'user' ? (actor.key?.expiresAt ?? latest) : latest
  return ownEnd < latest ? ownEnd : latest
}

async function refuseUnlessInvitable(
  tx: ReadTransaction,
  { organizationId, email, roleIds }: Invitation,
): Promise<void> {
  const user = await tx.users.findByEmail(email)
  if (user && (await tx.memberships.find(organizationId, user.id))) {
    throw invalidInput([violation('email', 'unique', 'This user is already a member of the organization.')])
  }
  for (const id of roleIds) {
    if (!(await tx.roles.find(organizationId, id))) throw invalidInput([doesNotExist('roleIds', id)])
  }
  const { count } = await tx.invitations.listOpen(organizationId, { limit: 1, offset: 0 })
  if (count < MAX_OPEN_INVITATIONS) return
  throw refusal(`An organization can have at most ${MAX_OPEN_INVITATIONS} open invitations: withdraw some first.`)
}
