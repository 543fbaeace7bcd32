import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import { deleteKey } from '../keys/delete-key.ts'
import { tellOfKey } from '../keys/key-activity.ts'
import { tellOfRoleMember } from '../role-activity.ts'
import { withdrawInvitationsOf } from './withdraw-invitations-of.ts'

/** Removes what the membership gave a member: roles, dashboards, open invitations, keys and sessions (PEOPLE-5). */
export async function takeRights(tx: Transaction, ctx: OrganizationContext, user: User): Promise<void> {
  const { id } = ctx.organization
  // The lock prevents concurrent transactions from changing the keys, and from removing the user from another
  // organization (KEY-20).
  await tx.users.lock(user.id)
  for (const role of await tx.roles.ofUser(id, user.id)) {
    await tellOfRoleMember(tx, ctx, role, { before: user, after: null })
  }
  await tx.roleMemberships.deleteOfUser(id, user.id)
  await tx.dashboardCollaborators.deleteOfUser(id, user.id)
  await withdrawInvitationsOf(tx, ctx, user)
  await tx.sessions.deleteOfUser(user.id, null)
  await tx.signInLinks.deleteMadeBefore(user.id, timestampOf(ctx.clock() + 1))
  const stays = (await tx.memberships.ofUser(user.id)).some(({ organizationId }) => organizationId !== id)
  for (const key of await tx.personalApiKeys.list(user.id)) {
    await takeFromKey(tx, ctx, key, stays ? await keyElsewhere(tx, id, key) : undefined)
  }
}

/** Replaces a key by `left`, which has its access to other organizations. Undefined deletes the key. */
async function takeFromKey(
  tx: Transaction,
  ctx: OrganizationContext,
  key: PersonalApiKey,
  left: PersonalApiKey | undefined,
): Promise<void> {
  if (left === key) return
  await tellOfKey(tx, ctx, key, { before: key, after: left ?? null })
  if (left) await tx.personalApiKeys.update(left)
  else await deleteKey(tx, ctx, key)
}

/**
 * Returns a key without its access to an organization: the same key if it has no restrictions, undefined if no access
 * is left.
 */
async function keyElsewhere(
  tx: ReadTransaction,
  organizationId: string,
  key: PersonalApiKey,
): Promise<PersonalApiKey | undefined> {
  const organizations = key.scopedOrganizationIds?.filter((id) => id !== organizationId) ?? null
  const projects = key.scopedProjectIds && (await projectsElsewhere(tx, organizationId, key.scopedProjectIds))
  if (organizations?.length === 0 || projects?.length === 0) return undefined
  const isSame =
    organizations?.length === key.scopedOrganizationIds?.length && projects?.length === key.scopedProjectIds?.length
  return isSame ? key : { ...key, scopedOrganizationIds: organizations, scopedProjectIds: projects }
}

async function projectsElsewhere(
  tx: ReadTransaction,
  organizationId: string,
  projectIds: readonly number[],
): Promise<readonly number[]> {
  const projects = await Promise.all(projectIds.map((id) => tx.projects.find(id)))
  return projects.flatMap((project) => (project && project.organizationId !== organizationId ? project.id : []))
}
