import { isAdmin, MEMBERSHIP_LEVELS, type Membership, type MembershipLevel } from '../../../data/records/membership.ts'
import type { Organization } from '../../../data/records/organization.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { refuseProjectKey } from '../../../runtime/access/authorize-admin.ts'
import { loadStanding } from '../../../runtime/access/project-access.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { organizationNotFound } from '../../../runtime/access/unknown-place.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'

/** The organization, which does not change until the commit, and the level of the caller. */
export interface LockedOrganization {
  readonly organization: Organization
  readonly level: MembershipLevel
}

/**
 * Locks the organization, so that changes of its members run sequentially and each sees the result of the previous one.
 * Refuses callers that are no longer members (ROLE-12), and keys for single projects (KEY-10).
 */
export async function lockOrganization(tx: Transaction, ctx: OrganizationContext): Promise<LockedOrganization> {
  refuseProjectKey(ctx.actor)
  const organization = await tx.organizations.lock(ctx.organization.id)
  if (!organization) throw organizationNotFound()
  // Checked after locking: a key may be revoked while the transaction waits (KEY-19).
  await refuseDeadKey(tx, ctx.actor)
  if (ctx.actor.type === 'system') return { organization, level: MEMBERSHIP_LEVELS.owner }
  const { membership } = await loadStanding(tx, organization.id, ctx.actor)
  if (!membership) throw permissionDenied("You don't have access to the organization.")
  return { organization, level: membership.level }
}

/** Like {@link lockOrganization}, for admins. */
export async function lockAsAdmin(tx: Transaction, ctx: OrganizationContext): Promise<LockedOrganization> {
  const locked = await lockOrganization(tx, ctx)
  refuseUnlessAdmin(locked)
  return locked
}

export function refuseUnlessAdmin(locked: LockedOrganization): void {
  if (!isAdmin(locked)) throw permissionDenied('You need to have admin level or higher.')
}

/** Refuses levels above that of the caller, both current and new ones (PEOPLE-2). */
export function refuseAbove(locked: LockedOrganization, ...levels: readonly MembershipLevel[]): void {
  if (levels.some((level) => level > locked.level)) {
    throw permissionDenied('You can only assign and change levels up to your own.')
  }
}

/** Refuses to remove the last owner of the organization (PEOPLE-4). */
export async function refuseLastOwner(tx: ReadTransaction, { level, organizationId }: Membership): Promise<void> {
  if (level !== MEMBERSHIP_LEVELS.owner) return
  if ((await tx.memberships.countAt(organizationId, level)) > 1) return
  throw refusal('An organization must have an owner: change the level of another member to owner first.')
}

/** Returns the membership of the user with this UUID. Throws an error if the organization has no such member. */
export async function requireMembership(
  tx: ReadTransaction,
  { organization }: Pick<OrganizationContext, 'organization'>,
  userUuid: string,
): Promise<Membership> {
  const user = await tx.users.findByUuid(userUuid.toLowerCase())
  const membership = user && (await tx.memberships.find(organization.id, user.id))
  if (!membership) throw recordNotFound('Member', userUuid, { organization })
  return membership
}
