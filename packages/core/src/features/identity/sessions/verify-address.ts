import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { tellOfKey } from '../keys/key-activity.ts'

/** From here on the address is known to be theirs: what somebody else may have set for it before ends (SESS-17). */
export async function verifyAddress(tx: Transaction, ctx: Context, user: User): Promise<User> {
  const verified = { ...user, isEmailVerified: true }
  await tx.users.update(verified)
  await tx.passwords.delete(user.id)
  await tx.sessions.deleteOfUser(user.id, null)
  await tx.signInLinks.deleteMadeBefore(user.id, timestampOf(ctx.clock() + 1))
  await bindKeys(tx, ctx, verified)
  return verified
}

/** Keys stay, since programs go by them; but whoever has made them has no part in what the user joins from here on. */
async function bindKeys(tx: Transaction, ctx: Context, user: User): Promise<void> {
  const telling = { ...ctx, actor: { type: 'user', user, key: null } } as const
  const joined = (await tx.memberships.ofUser(user.id)).map(({ organizationId }) => organizationId)
  for (const before of await tx.personalApiKeys.list(user.id)) {
    if (before.scopedOrganizationIds !== null) continue
    const after = { ...before, scopedOrganizationIds: joined }
    await tx.personalApiKeys.update(after)
    await tellOfKey(tx, telling, after, { before, after })
  }
}
