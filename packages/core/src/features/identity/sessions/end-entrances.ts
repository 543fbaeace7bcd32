import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import type { Context } from '../../../runtime/context.ts'
import { tellOfKey } from '../keys/key-activity.ts'

/**
 * Whether another person may have signed in with the address of a user: the address is unverified, and there is a
 * password. An accepted invitation gives sessions and unrestricted keys only with a password; without one, all access
 * is from links.
 */
export async function mayBeOfOthers(tx: ReadTransaction, { id, isEmailVerified }: User): Promise<boolean> {
  return isEmailVerified !== true && (await tx.passwords.find(id)) !== undefined
}

type Telling = Pick<Context, 'actor' | 'clock' | 'ids'>

/**
 * Deletes the password and the sessions of a user whose address another person may have used. Keys still work, because
 * programs use them, but lose access to organizations that the user joins later.
 */
export async function endEntrances(tx: Transaction, ctx: Telling, user: User): Promise<void> {
  await tx.passwords.delete(user.id)
  await tx.sessions.deleteOfUser(user.id, null)
  const joined = (await tx.memberships.ofUser(user.id)).map(({ organizationId }) => organizationId)
  for (const before of await tx.personalApiKeys.list(user.id)) {
    if (before.scopedOrganizationIds !== null) continue
    const after = { ...before, scopedOrganizationIds: joined }
    await tx.personalApiKeys.update(after)
    await tellOfKey(tx, ctx, after, { before, after })
  }
}
