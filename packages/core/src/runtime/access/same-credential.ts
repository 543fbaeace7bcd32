import type { Actor, UserActor } from '../../data/records/actor.ts'
import { userOf } from '../../data/records/actor.ts'

type Key = NonNullable<UserActor['key']>

/** Whether a key still has the same value, permissions and expiry. */
export function isSameKey(now: Key, then: Key): boolean {
  return whatItOpens(now) === whatItOpens(then)
}

/** Whether two lookups of a credential found the same owner and the same permissions. */
export function isSameCredential(now: Actor, then: Actor): boolean {
  return now === then || (now.type === then.type && whoIsLetIn(now) === whoIsLetIn(then))
}

function whoIsLetIn(actor: Actor): string {
  if (actor.type === 'project_secret') return String(actor.projectId)
  const key = actor.type === 'user' ? actor.key : null
  return JSON.stringify([userOf(actor)?.id, key && whatItOpens(key)])
}

function whatItOpens({ secureValue, scopes, scopedProjectIds, scopedOrganizationIds, expiresAt }: Key): string {
  return JSON.stringify([secureValue, scopes, scopedProjectIds, scopedOrganizationIds, expiresAt])
}
