import type { Actor, UserActor } from '../../../data/records/actor.ts'
import { SESSION_TTL_MS, type Session } from '../../../data/records/session.ts'
import type { Transaction } from '../../../data/store.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { MINUTE_MS } from '../../../foundation/time/durations.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'

/** A session is good for fourteen days from its last use, give or take this: not every request has to be a write. */
const NOTE_INTERVAL_MS = 5 * MINUTE_MS

/** Somebody who is signed in to the console. */
export interface SessionActor extends UserActor {
  readonly session: Session
}

/** Finds out whose session this is; an answer counts for a few seconds, as that of a key does (KEY-6). */
export async function enterWithSession(ctx: Context, value: string): Promise<Actor> {
  const found = ctx.credentials.actor(`session ${value}`, () => authenticateSession(ctx, value))
  const actor = found instanceof Promise ? await found : found
  refuseEnded(ctx, actor)
  return actor
}

/** Who is signed in by this session. */
export function actorOf(session: Session): SessionActor {
  return { type: 'user', user: session.user, key: null, session }
}

async function authenticateSession(ctx: Context, value: string): Promise<Actor> {
  const secureValue = await hashKey(value)
  const session = await ctx.store.read((tx) => tx.sessions.findBySecureValue(secureValue))
  if (!session) throw endedSession()
  const actor = actorOf(session)
  refuseEnded(ctx, actor)
  noteUse(ctx, session)
  return actor
}

function refuseEnded({ clock }: Pick<Context, 'clock'>, actor: Actor): void {
  if (actor.type === 'user' && actor.session && epochMsOf(actor.session.expiresAt) <= clock()) throw endedSession()
}

function endedSession(): DomainError {
  return new DomainError('authentication_failed', 'You are no longer signed in: sign in again.')
}

/** Nobody waits for this: who is let in must not depend on whether the store takes writes right now. */
function noteUse({ store, clock }: Pick<Context, 'store' | 'clock'>, { id, user, lastUsedAt }: Session): void {
  const now = clock()
  // Either way: a clock that was set forth has left a time of the future behind (OUT-10).
  if (Math.abs(now - epochMsOf(lastUsedAt)) < NOTE_INTERVAL_MS) return
  const used = { lastUsedAt: timestampOf(now), expiresAt: timestampOf(now + SESSION_TTL_MS) }
  const note = async (tx: Transaction) => {
    // The user first: see `UserTable.lock`.
    await tx.users.touch(user.id, used.lastUsedAt)
    await tx.sessions.touch(user.id, id, used)
  }
  void store.write(note).catch(() => undefined)
}
