import { formatTimestamp, sessions } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { enterOrganization } from '../find-organization.ts'
import { findUser } from '../find-user.ts'
import { shownTime } from '../shown-time.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'
import type { OrganizationFlags } from './members.ts'
import { ADDRESS_HINT, serverAddress } from './server-address.ts'

export interface SignInFlags extends OrganizationFlags {
  /** The user to sign in; undefined for an owner. */
  readonly email?: string
}

/**
 * `flagdeck sign-in`: creates a link that signs a user in to the console once, within 30 minutes. Without a known
 * server, prints only the path of the link (SERVE-54).
 */
export async function signIn(
  { email, organization }: SignInFlags,
  settings: Pick<Settings, 'databaseUrl' | 'publicUrl' | 'host' | 'port'>,
): Promise<CommandOutput> {
  requireDatabase(settings.databaseUrl)
  const { created, address } = await withDeck(settings.databaseUrl, async (deck) => {
    const { store } = deck.context
    const { id } = (await enterOrganization(deck, organization)).organization
    const user = await store.read((tx) => (email === undefined ? sessions.findOwner(tx, id) : findUser(tx, email)))
    const created = await sessions.createSignInLink(deck.context, user)
    return { created, address: await serverAddress(deck, settings) }
  })
  const { link, token } = created
  const url = sessions.consoleLink(address ?? '', 'sign-in', token)
  return {
    data: { email: link.user.email, expires_at: formatTimestamp(link.expiresAt), link: url },
    text: [
      url,
      '',
      `This link signs in ${link.user.email}. It works once and expires on ${shownTime(link.expiresAt)}.`,
      ...(address === null ? [ADDRESS_HINT] : []),
    ].join('\n'),
  }
}
