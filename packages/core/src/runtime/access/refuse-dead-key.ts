import type { Actor, UserActor } from '../../data/records/actor.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { isSameKey } from './same-credential.ts'

/**
 * Refuses a caller whose key was revoked or changed, or whose session has ended, since the request was admitted.
 * Otherwise a slow request body, or an instance that caches the key for some seconds, could create a successor of the
 * key (KEY-19, SESS-8). A write in parts checks this in each part (WRITE-13).
 */
export async function refuseDeadKey(tx: ReadTransaction, actor: Actor): Promise<void> {
  if (actor.type === 'user' && !(await isAlive(tx, actor))) {
    throw new DomainError('authentication_failed', 'Incorrect authentication credentials.')
  }
}

async function isAlive(tx: ReadTransaction, { user, key, session }: UserActor): Promise<boolean> {
  if (session) return (await tx.sessions.findBySecureValue(session.secureValue)) !== undefined
  if (!key) return true
  const now = await tx.personalApiKeys.find(user.id, key.id)
  return now !== undefined && isSameKey(now, key)
}
