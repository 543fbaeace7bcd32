import type { Actor, UserActor } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { DomainError } from '../../../foundation/errors/domain-error.ts'

/**
 * Refuses a caller whose key was taken away, or is another one by now, since it was let in: whoever sends a body slowly, or
 * asks an instance that remembers the key for some seconds, must not make a successor of it (KEY-19).
 */
export async function refuseDeadKey(tx: ReadTransaction, actor: Actor): Promise<void> {
  if (actor.type !== 'user' || !actor.key) return
  const now = await tx.personalApiKeys.find(actor.user.id, actor.key.id)
  if (!now || !isSame(now, actor.key)) {
    throw new DomainError('authentication_failed', 'Incorrect authentication credentials.')
  }
}

function isSame(now: PersonalApiKey, then: NonNullable<UserActor['key']>): boolean {
  return whatItOpens(now) === whatItOpens(then)
}

function whatItOpens(key: NonNullable<UserActor['key']>): string {
  const { secureValue, scopes, scopedProjectIds, scopedOrganizationIds, expiresAt } = key
  return JSON.stringify([secureValue, scopes, scopedProjectIds, scopedOrganizationIds, expiresAt])
}
