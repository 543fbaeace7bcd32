import type { User } from '../../data/records/user.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { emailAddressOf } from '../../foundation/validation/email-address.ts'
import type { Context } from '../../runtime/context.ts'

/** A user: the e-mail address, ignoring case, or the UUID. */
export type UserReference = { readonly email: string } | { readonly uuid: string }

/**
 * Returns the user with an e-mail address or UUID. Only the system may call this, because users must not find out which
 * accounts exist.
 * @throws DomainError `not_found` if there is no such user
 */
export async function findUser({ actor, store }: Context, reference: UserReference): Promise<User> {
  if (actor.type !== 'system') throw permissionDenied('Only the system can find users.')
  const user = await store.read(async (tx) => {
    if ('uuid' in reference) return tx.users.findByUuid(String(reference.uuid).toLowerCase())
    const address = emailAddressOf(String(reference.email))
    return address === undefined ? undefined : tx.users.findByEmail(address)
  })
  if (!user) throw recordNotFound('User', 'uuid' in reference ? reference.uuid : reference.email)
  return user
}
