import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import type { Context } from '../../../runtime/context.ts'
import { tellOfKey } from '../keys/key-activity.ts'

/**
 * Whether somebody else may have come in by the address of a user: nobody had verified it, and there is a password. Who
 * accepts an invitation gets sessions and unbound keys by one alone; without, all there is came by links.
 */
export async function mayBeOfOthers(tx: ReadTransaction, { id, isEmailVerified }: User): Promise<boolean> {
  return isEmailVerified !== true && (await tx.passwords.find(id)) !== undefined
}

type Telling = Pick<Context, 'actor' | 'clock' | 'ids'>

/**
 * Ends the password and the sessions of a user, whose address somebody else may have used. Keys stay, since programs go
 * by them; but whoever has made them has no part in what the user joins from here on.
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
