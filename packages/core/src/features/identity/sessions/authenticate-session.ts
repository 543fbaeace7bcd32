import type { Actor, UserActor } from '../../../data/records/actor.ts'
import { SESSION_TTL_MS, type Session } from '../../../data/records/session.ts'
import type { Transaction } from '../../../data/store.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { MINUTE_MS } from '../../../foundation/time/durations.ts'
import { epochMsOf, timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'

/**
 * A session expires fourteen days after its last use. The last use is accurate to this interval, so that not every
 * request is a write.
 */
const NOTE_INTERVAL_MS = 5 * MINUTE_MS

/** A user who is signed in to the console. */
export interface SessionActor extends UserActor {
  readonly session: Session
}

/** Returns the user of a session as the actor. The result is cached for a few seconds, like that of a key (KEY-6). */
export async function enterWithSession(ctx: Context, value: string): Promise<Actor> {
  const found = ctx.credentials.actor(`session ${value}`, () => authenticateSession(ctx, value))
  const actor = found instanceof Promise ? await found : found
  refuseEnded(ctx, actor)
  return actor
}

/** Returns the actor of this session. */
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

/** Runs in the background: authentication must not depend on whether the store is writable. */
function noteUse({ store, clock }: Pick<Context, 'store' | 'clock'>, { id, user, lastUsedAt }: Session): void {
  const now = clock()
  // The absolute value is compared, because a clock that ran ahead may have stored a time in the future (OUT-10).
  if (Math.abs(now - epochMsOf(lastUsedAt)) < NOTE_INTERVAL_MS) return
  const used = { lastUsedAt: timestampOf(now), expiresAt: timestampOf(now + SESSION_TTL_MS) }
  const note = async (tx: Transaction) => {
    // The user is locked first: see `UserTable.lock`.
    await tx.users.touch(user.id, used.lastUsedAt)
    await tx.sessions.touch(user.id, id, used)
  }
  void store.write(note).catch(() => undefined)
}
