import { formatTimestamp, sessions } from '@flagdeck/core/operations'
import { baseUrlOf } from '../../settings/base-url.ts'
import type { Settings } from '../../settings/settings.ts'
import { signInLink } from '../../sign-in-link.ts'
import type { CommandOutput } from '../command-output.ts'
import { enterOrganization } from '../find-organization.ts'
import { findUser } from '../find-user.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'
import type { OrganizationFlags } from './members.ts'

export interface SignInFlags extends OrganizationFlags {
  /** Whose link; else that of an owner. */
  readonly email?: string
}

/** `flagdeck sign-in`: makes a link that signs somebody in to the console, once and for 30 minutes. */
export async function signIn(
  { email, organization }: SignInFlags,
  settings: Pick<Settings, 'databaseUrl' | 'publicUrl' | 'host' | 'port'>,
): Promise<CommandOutput> {
  requireDatabase(settings.databaseUrl)
  const { link, token } = await withDeck(settings.databaseUrl, async (deck) => {
    const { store } = deck.context
    const { id } = (await enterOrganization(deck, organization)).organization
    const user = await store.read((tx) => (email === undefined ? sessions.findOwner(tx, id) : findUser(tx, email)))
    return sessions.createSignInLink(deck.context, user)
  })
  const [url, expiresAt] = [signInLink(baseUrlOf(settings), token), formatTimestamp(link.expiresAt)]
  return {
    data: { email: link.user.email, expires_at: expiresAt, link: url },
    text: `${url}\n\nSigns ${link.user.email} in, once, until ${expiresAt}.`,
  }
}
