import type { Context, User } from '@flagdeck/core'
import type { DatabaseLocation } from '../../settings/database-url.ts'
import { findUser } from '../find-user.ts'
import { missingNameError } from '../missing-name-error.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'

/** Runs `work` on a key of a user, and names the key in the error if the user does not have it. */
export async function onKeyOf<T>(
  { email, id }: { readonly email: string; readonly id: string },
  databaseUrl: DatabaseLocation,
  work: (context: Context, user: User) => Promise<T>,
): Promise<T> {
  requireDatabase(databaseUrl)
  return withDeck(databaseUrl, async ({ context }) => {
    const user = await context.store.read((tx) => findUser(tx, email))
    const sentence = `${email} has no key with the ID ${id}: list keys with "flagdeck key list --email ${email}".`
    return work(context, user).catch(missingNameError(sentence))
  })
}
