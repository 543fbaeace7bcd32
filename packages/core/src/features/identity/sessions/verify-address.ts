import { userOf } from '../../../data/records/actor.ts'
import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { asUser, type CameBy } from '../credentials-of.ts'
import { endEntrances } from './end-entrances.ts'

/**
 * Marks the address of a user as verified. Deletes access that another person may have set up with the address
 * (SESS-17, SESS-29), and links that were created before a time.
 */
export async function verifyAddress(
  tx: Transaction,
  ctx: Context,
  user: User,
  linksBefore: Timestamp = timestampOf(ctx.clock() + 1),
): Promise<User> {
  const verified = { ...user, isEmailVerified: true }
  await tx.users.update(verified)
  await tx.signInLinks.deleteMadeBefore(user.id, linksBefore)
  await endEntrances(tx, { ...ctx, actor: { type: 'user', user: verified, key: null } }, verified)
  return verified
}

/**
 * Matches keys and sessions of a user from before the address was verified: none of them may be cached again (OUT-15).
 */
export function beforeVerified({ uuid }: User): CameBy {
  const isOfUser = asUser(uuid)
  return (actor) => isOfUser(actor) && userOf(actor)?.isEmailVerified !== true
}
