import type { Invitation } from '../../../data/records/invitation.ts'
import type { Membership } from '../../../data/records/membership.ts'
import type { Transaction } from '../../../data/store.ts'
import { type TellingContext, tellOrganization } from '../organization-activity.ts'

/** A record before and after a change; null if it does not exist at that time. */
interface Change<Thing> {
  readonly before: Thing | null
  readonly after: Thing | null
}

/** Records that a member joined, changed in level, or left. */
export async function tellOfMember(
  tx: Transaction,
  ctx: TellingContext,
  { uuid, email }: Membership['user'],
  { before, after }: Change<Pick<Membership, 'level'>>,
): Promise<void> {
  const told = (membership: Pick<Membership, 'level'> | null) => membership && { level: membership.level }
  const subject = { scope: 'OrganizationMembership', id: uuid, name: email } as const
  await tellOrganization(tx, ctx, subject, { before: told(before), after: told(after) })
}

/** Records that an invitation was created, accepted or withdrawn. */
export async function tellOfInvitation(
  tx: Transaction,
  ctx: TellingContext,
  { id, email }: Invitation,
  { before, after }: Change<Invitation>,
): Promise<void> {
  const subject = { scope: 'OrganizationInvite', id, name: email } as const
  await tellOrganization(tx, ctx, subject, { before: told(before), after: told(after) })
}

function told(invitation: Invitation | null) {
  return invitation && { level: invitation.level, roles: [...invitation.roleIds], acceptedAt: invitation.acceptedAt }
}
