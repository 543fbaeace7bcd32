import type { Invitation } from '../../../data/records/invitation.ts'
import type { MembershipLevel } from '../../../data/records/membership.ts'
import type { Organization } from '../../../data/records/organization.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { DomainError, notFound } from '../../../foundation/errors/domain-error.ts'
import { epochMsOf, type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import { organizationNotFound } from '../../../runtime/access/unknown-place.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'

/** What an invitation offers to a client with its token. */
export interface OfferedMembership {
  readonly organizationName: string
  readonly email: string
  readonly firstName: string
  readonly level: MembershipLevel
  readonly expiresAt: Timestamp
}

/** Returns what an invitation offers to a client with its token. The invitation stays open. */
export async function retrieveInvitation(
  ctx: Pick<Context, 'store' | 'clock'>,
  token: string,
): Promise<OfferedMembership> {
  const secureToken = await hashKey(token)
  return ctx.store.read(async (tx) => {
    const { organizationId, email, firstName, level, expiresAt } = await requireOpen(tx, ctx, secureToken)
    const organization = await tx.organizations.find(organizationId)
    if (!organization) throw organizationNotFound()
    return { organizationName: organization.name, email, firstName, level, expiresAt }
  })
}

/** An invitation that was accepted by this transaction. */
export interface TakenInvitation {
  readonly invitation: Invitation
  readonly organization: Organization
}

/**
 * Accepts the invitation of a token. If several transactions try concurrently, one succeeds and the others are refused.
 */
export async function takeInvitation(
  tx: Transaction,
  ctx: Pick<Context, 'clock'>,
  secureToken: string,
): Promise<TakenInvitation> {
  const found = await requireOpen(tx, ctx, secureToken)
  // The lock prevents other transactions from removing the inviting member or the offered roles.
  const organization = await tx.organizations.lock(found.organizationId)
  if (!organization) throw organizationNotFound()
  // Checked again: the invitation may have been withdrawn while this transaction waited for the lock.
  await requireOpen(tx, ctx, secureToken)
  const acceptedAt = timestampOf(ctx.clock())
  if (!(await tx.invitations.accept(organization.id, found.id, acceptedAt))) throw usedInvitation()
  return { invitation: { ...found, acceptedAt }, organization }
}

/** Returns the invitation of a token, if it is open (PEOPLE-10). */
export async function requireOpen(
  tx: ReadTransaction,
  { clock }: Pick<Context, 'clock'>,
  secureToken: string,
): Promise<Invitation> {
  const invitation = await tx.invitations.findBySecureToken(secureToken)
  if (!invitation) throw notFound('This invitation does not exist or was withdrawn.')
  if (invitation.acceptedAt !== null) throw usedInvitation()
  if (epochMsOf(invitation.expiresAt) <= clock()) {
    throw new DomainError('gone', 'This invitation has expired. Ask for a new one.')
  }
  return invitation
}

function usedInvitation(): DomainError {
  return new DomainError('gone', 'This invitation was already used. Ask for a new one.')
}
