import type { Flagdeck, User } from '@flagdeck/core'
import { formatTimestamp, sessions } from '@flagdeck/core/operations'
import type { Session } from '@flagdeck/core/store'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { findUser } from '../find-user.ts'
import { namingWhatIsMissing } from '../naming-what-is-missing.ts'
import { textTable } from '../text-table.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from '../with-deck.ts'

/** Whose sessions. */
export interface SessionFlags {
  readonly email: string
}

type Database = Pick<Settings, 'databaseUrl'>

/** `flagdeck session list`: where a user is signed in to the console. */
export async function listSessions({ email }: SessionFlags, { databaseUrl }: Database): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const open = await withDeckAsItIs(databaseUrl, async (deck) =>
    sessions.listSessions(deck.context, await userOf(deck, email)),
  )
  return { data: open.map(sessionData), text: open.length === 0 ? 'Signed in nowhere.' : sessionTable(open) }
}

/** `flagdeck session end`: signs a user out, of one session or of all. */
export async function endSessions(
  id: string | undefined,
  { email }: SessionFlags,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const ended = await withDeck(databaseUrl, async (deck) => {
    const user = await userOf(deck, email)
    const ids = id === undefined ? (await sessions.listSessions(deck.context, user)).map((open) => open.id) : [id]
    const sentence = `${email} has no session with the id ${id}: "flagdeck session list --email ${email}" shows them.`
    await namingWhatIsMissing(sentence, async () => {
      for (const each of ids) await sessions.endSession(deck.context, each, user)
    })
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
    ['ID', 'BY', 'LAST USED', 'BROWSER'],
    ...open.map(({ id, method, lastUsedAt, browser }) => [id, method, formatTimestamp(lastUsedAt), browser]),
  ])
}
