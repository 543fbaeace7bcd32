import type { EmbeddedOrganization } from '@flagdeck/core'
import { formatTimestamp, sessions } from '@flagdeck/core/operations'
import { endpoints } from '@flagdeck/http'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { enterOrganization } from '../find-organization.ts'
import { listAvailable } from '../list-available.ts'
import { shownTime } from '../shown-time.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'
import { levelNamed } from './member-level.ts'
import type { OrganizationFlags } from './members.ts'
import { ADDRESS_HINT, serverAddress } from './server-address.ts'

export interface InviteFlags extends OrganizationFlags {
  readonly level: string
  readonly firstName?: string
  /** Names. */
  readonly role?: readonly string[]
}

/** `flagdeck member invite`: creates a link that works once and for seven days, and prints it once. */
export async function inviteMember(
  email: string,
  flags: InviteFlags,
  settings: Pick<Settings, 'databaseUrl' | 'publicUrl' | 'host' | 'port'>,
): Promise<CommandOutput> {
  const level = levelNamed(flags.level)
  const { firstName = '', role = [] } = flags
  requireDatabase(settings.databaseUrl)
  const { created, address } = await withDeck(settings.databaseUrl, async (deck) => {
    const organization = await enterOrganization(deck, flags.organization)
    const roles = await Promise.all(role.map((name) => roleId(organization, name)))
    const created = await organization.invitations.create({ email: email, firstName, level, roleIds: roles })
    return { created, address: await serverAddress(deck, settings) }
  })
  const { invitation, token } = created
  const page = sessions.consoleLink(address ?? '', 'invitation', token)
  const link = `${address ?? ''}${endpoints.acceptInvitation.path.replace('{token}', token)}`
  return {
    data: {
      id: invitation.id,
      email: invitation.email,
      level: flags.level,
      expires_at: formatTimestamp(invitation.expiresAt),
      token,
      console_link: page,
      link,
    },
    text: [
      page,
      '',
      `Send this link to ${invitation.email}. It works once, expires on ${shownTime(invitation.expiresAt)} and is shown only once. To accept the invitation from a program:`,
      `  curl -X POST -H 'Content-Type: application/json' -d '{}' ${link}`,
      ...(address === null ? [ADDRESS_HINT] : []),
    ].join('\n'),
  }
}

async function roleId({ context, organization, roles }: EmbeddedOrganization, name: string): Promise<string> {
  const role = await context.store.read((tx) => tx.roles.findByName(organization.id, name))
  if (role) return role.id
  const { items } = await roles.list()
  throw new CommandProblem(
    items.length === 0
      ? `There is no role "${name}": create roles in the console first.`
      : `There is no role "${name}"${listAvailable(
          name,
          items.map((each) => each.name),
        )}`,
  )
}
