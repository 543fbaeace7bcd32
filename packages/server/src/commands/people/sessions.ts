import type { Flagdeck, User } from '@flagdeck/core'
import { formatTimestamp, sessions } from '@flagdeck/core/operations'
import type { Session } from '@flagdeck/core/store'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { findUser } from '../find-user.ts'
import { missingNameError } from '../missing-name-error.ts'
import { shownTime } from '../shown-time.ts'
import { textTable } from '../text-table.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from '../with-deck.ts'

/** The user. */
export interface SessionFlags {
  readonly email: string
}

type Database = Pick<Settings, 'databaseUrl'>

/** `flagdeck session list`: lists the console sessions of a user. */
export async function listSessions({ email }: SessionFlags, { databaseUrl }: Database): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const open = await withDeckAsItIs(databaseUrl, async (deck) =>
    sessions.listSessions(deck.context, await userOf(deck, email)),
  )
  return { data: open.map(sessionData), text: open.length === 0 ? 'No active sessions.' : sessionTable(open) }
}

/** `flagdeck session end`: ends one session of a user, or all. */
export async function endSessions(
  id: string | undefined,
  { email }: SessionFlags,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const ended = await withDeck(databaseUrl, async (deck) => {
    const user = await userOf(deck, email)
    const ids = id === undefined ? (await sessions.listSessions(deck.context, user)).map((open) => open.id) : [id]
    const sentence = `${email} has no session with the ID ${id}: list sessions with "flagdeck session list --email ${email}".`
    for (const each of ids) {
      await sessions.endSession(deck.context, each, user).catch(missingNameError(sentence))
    }
    return ids
  })
  return { data: { email, ended }, text: `Ended ${ended.length} ${ended.length === 1 ? 'session' : 'sessions'}.` }
}

function userOf({ context }: Flagdeck, email: string): Promise<User> {
  return context.store.read((tx) => findUser(tx, email))
}

function sessionData({ id, method, browser, createdAt, lastUsedAt, expiresAt }: Session) {
  return {
    id,
    method,
    browser,
    created_at: formatTimestamp(createdAt),
    last_used_at: formatTimestamp(lastUsedAt),
    expires_at: formatTimestamp(expiresAt),
  }
}

function sessionTable(open: readonly Session[]): string {
  return textTable([
    ['ID', 'METHOD', 'LAST USED', 'BROWSER'],
    ...open.map(({ id, method, lastUsedAt, browser }) => [id, method, shownTime(lastUsedAt), browser]),
  ])
}
