import type { Invitation } from '../../../data/records/invitation.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import type { TellingContext } from '../organization-activity.ts'
import { tellOfInvitation } from './member-activity.ts'

/** The maximum number of open invitations of an organization. */
export const MAX_OPEN_INVITATIONS = 1000

/** Withdraws and records the invitations of a user who may not create them any more (PEOPLE-13). */
export async function withdrawInvitationsOf(tx: Transaction, ctx: TellingContext, user: User): Promise<void> {
  const { id } = ctx.organization
  const made = (await openInvitations(tx, id)).filter(({ createdBy }) => createdBy?.id === user.id)
  if (made.length === 0) return
  await tx.invitations.withdrawOf(id, user.id)
  for (const invitation of made) await tellOfInvitation(tx, ctx, invitation, { before: invitation, after: null })
}

/** Returns all invitations that were not accepted, including expired ones. */
export async function openInvitations(tx: ReadTransaction, organizationId: string): Promise<readonly Invitation[]> {
  return (await tx.invitations.listOpen(organizationId, { limit: MAX_OPEN_INVITATIONS, offset: 0 })).items
}
