import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { CommandProblem } from './command-problem.ts'
import { findUser } from './find-user.ts'
import { requireDatabase, withDeck } from './with-deck.ts'

/** `flagdeck key revoke`: takes a personal API key away from its user. */
export async function revokeKey(
  id: string,
  { email }: { readonly email: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const revoked = await withDeck(databaseUrl, ({ context }) =>
    context.store.write(async (tx) => tx.personalApiKeys.delete((await findUser(tx, email)).id, id)),
  )
  if (!revoked) {
    throw new CommandProblem(`${email} has no key with the id ${id}: "flagdeck key list --email ${email}" shows them.`)
  }
  return { data: { id, revoked: true }, text: 'Revoked. Running servers refuse the key within five seconds.' }
}
