import type { Context, User } from '@flagdeck/core'
import type { DatabaseLocation } from '../../settings/database-url.ts'
import { findUser } from '../find-user.ts'
import { namingWhatIsMissing } from '../naming-what-is-missing.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'

/** Does something to one key of a user, who may have none such. */
export async function onKeyOf<T>(
  { email, id }: { readonly email: string; readonly id: string },
  databaseUrl: DatabaseLocation,
  work: (context: Context, user: User) => Promise<T>,
): Promise<T> {
  requireDatabase(databaseUrl)
  return withDeck(databaseUrl, async ({ context }) => {
    const user = await context.store.read((tx) => findUser(tx, email))
    const sentence = `${email} has no key with the id ${id}: "flagdeck key list --email ${email}" shows them.`
    return namingWhatIsMissing(sentence, () => work(context, user))
  })
}
