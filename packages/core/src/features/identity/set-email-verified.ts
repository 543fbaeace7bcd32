import type { User } from '../../data/records/user.ts'
import { notFound, permissionDenied } from '../../foundation/errors/domain-error.ts'
import { emailAddressOf } from '../../foundation/validation/email-address.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { Context } from '../../runtime/context.ts'

/**
 * Sets whether a user's e-mail address was verified; null if unknown. It is for applications that embed Flagdeck and
 * act as the system: users cannot set it themselves. It does not end sign-in methods of the address (KEY-12).
 */
export async function setEmailVerified(
  ctx: Pick<Context, 'store' | 'credentials' | 'actor'>,
  email: string,
  isEmailVerified: boolean | null,
): Promise<User> {
  if (ctx.actor.type !== 'system') throw permissionDenied('Only the system can mark an e-mail address as verified.')
  return writeIdentity(ctx, async (tx) => {
    const address = emailAddressOf(email)
    const user = address && (await tx.users.findByEmail(address))
    if (!user) throw notFound('User not found.')
    const changed = { ...user, isEmailVerified }
    await tx.users.update(changed)
    return changed
  })
}
