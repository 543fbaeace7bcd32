import type { Actor, UserActor } from '../../data/records/actor.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { isSameKey } from './same-credential.ts'

/**
 * Refuses a caller whose key was taken away, or is another one by now, or whose session has ended, since it was let in:
 * whoever sends a body slowly, or asks an instance that remembers the key for some seconds, must not make a successor of
 * it (KEY-19, SESS-8). A write in parts checks it in each part (WRITE-13).
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
