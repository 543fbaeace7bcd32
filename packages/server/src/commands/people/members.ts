import { formatTimestamp, type ListedMember } from '@flagdeck/core/operations'
import type { Membership } from '@flagdeck/core/store'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { enterOrganization } from '../find-organization.ts'
import { findUser } from '../find-user.ts'
import { textTable } from '../text-table.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from '../with-deck.ts'
import { levelName, levelNamed } from './member-level.ts'

/** The organization; undefined for that of the oldest project. */
export interface OrganizationFlags {
  readonly organization?: string
}

type Database = Pick<Settings, 'databaseUrl'>

const PAGE_SIZE = 1000

/** `flagdeck member list`: lists the members of an organization, in the order in which they joined. */
export async function listMembers(flags: OrganizationFlags, { databaseUrl }: Database): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const members = await withDeckAsItIs(databaseUrl, async (deck) => {
    const { members } = await enterOrganization(deck, flags.organization)
    const found: ListedMember[] = []
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const { items } = await members.list({ limit: PAGE_SIZE, offset })
      found.push(...items)
      if (items.length < PAGE_SIZE) return found
    }
  })
  return { data: members.map(listedMemberData), text: members.length === 0 ? 'No members.' : memberTable(members) }
}

/** `flagdeck member level`: changes the level of a member. */
export async function setMemberLevel(
  email: string,
  wanted: string,
  flags: OrganizationFlags,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  const level = levelNamed(wanted)
  requireDatabase(databaseUrl)
  const member = await withDeck(databaseUrl, async (deck) => {
    const { uuid } = await deck.context.store.read((tx) => findUser(tx, email))
    return (await enterOrganization(deck, flags.organization)).members.setLevel(uuid, level)
  })
  return { data: memberData(member), text: `Changed the level of ${member.user.email} to ${levelName(member.level)}.` }
}

/** `flagdeck member remove`: removes a member from an organization, with their roles and keys. */
export async function removeMember(
  email: string,
  flags: OrganizationFlags,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const user = await withDeck(databaseUrl, async (deck) => {
    const user = await deck.context.store.read((tx) => findUser(tx, email))
    await (await enterOrganization(deck, flags.organization)).members.remove(user.uuid)
    return user
  })
  return {
    data: { email: user.email, removed: true },
    text: `Removed ${user.email} with their roles and keys. Running servers reject the keys within five seconds.`,
  }
}

function memberData({ user, level, joinedAt }: Membership) {
  return {
    uuid: user.uuid,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    level: levelName(level),
    joined_at: formatTimestamp(joinedAt),
  }
}

function listedMemberData(member: ListedMember) {
  const { lastSeenAt } = member
  return { ...memberData(member), last_seen_at: lastSeenAt === null ? null : formatTimestamp(lastSeenAt) }
}

function memberTable(members: readonly ListedMember[]): string {
  const rows = members.map(({ user, level, joinedAt, lastSeenAt }) => [
    user.email,
    `${user.firstName} ${user.lastName}`.trim(),
    levelName(level),
    joinedAt.slice(0, 10),
    lastSeenAt?.slice(0, 10) ?? 'never',
  ])
  return textTable([['EMAIL', 'NAME', 'LEVEL', 'JOINED', 'LAST SEEN'], ...rows])
}
