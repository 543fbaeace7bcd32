import { SESSION_TTL_MS, type Session, type SignInMethod } from '../../../data/records/session.ts'
import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'
import { rememberNetwork } from './known-networks.ts'

/** The maximum number of sessions of a user; a new session ends the oldest. */
const MAX_SESSIONS = 50
/** The maximum stored length of the browser's name, in UTF-16 units. */
const MAX_BROWSER_LENGTH = 200

/** A session with the value of the browser's cookie, which cannot be read again. */
export interface SignedIn {
  readonly session: Session
  readonly value: string
}

/** The browser that signs in, and the network that its requests come from. */
export interface SignInClient {
  /** Its `User-Agent`. */
  readonly browser: string
  /** As the sign-in throttle names it; undefined if the host reports no address. */
  readonly network?: string | undefined
}

/** A new session with its value, created before the transaction that stores it. */
export interface NewSession {
  readonly value: string
  readonly secureValue: string
  readonly method: SignInMethod
  readonly browser: string
  readonly network: string | undefined
}

export async function newSession(
  { ids }: Pick<Context, 'ids'>,
  method: SignInMethod,
  { browser, network }: SignInClient,
): Promise<NewSession> {
  const value = ids.secret('phb_')
  return { value, secureValue: await hashKey(value), method, browser: plainText(browser), network }
}

/** Signs in a user. Deletes expired sessions, and the oldest if there are too many. */
export async function startSession(
  tx: Transaction,
  ctx: Pick<Context, 'clock' | 'ids'>,
  user: User,
  { value, network, ...opened }: NewSession,
): Promise<SignedIn> {
  const now = ctx.clock()
  const [createdAt, expiresAt] = [timestampOf(now), timestampOf(now + SESSION_TTL_MS)]
  // The user is locked first: see `UserTable.lock`.
  await tx.users.touch(user.id, createdAt)
  const known = await tx.sessions.list(user.id)
  const open = known.filter(({ expiresAt }) => epochMsOf(expiresAt) > now)
  const kept = new Set(open.slice(-(MAX_SESSIONS - 1)))
  for (const other of known) if (!kept.has(other)) await tx.sessions.delete(user.id, other.id)
  const session = { id: ctx.ids.uuid(), user, ...opened, createdAt, lastUsedAt: createdAt, expiresAt }
  await tx.sessions.insert(session)
  await rememberNetwork(tx, user, network)
  return { session, value }
}

/** Removes characters that headers must not contain and stores cannot store. */
function plainText(browser: string): string {
  return browser.slice(0, MAX_BROWSER_LENGTH).replace(/[^\x20-\x7e]/g, '')
}
