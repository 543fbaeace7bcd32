import type { Actor } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import { scopeAllows } from '../../../data/records/scope.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'

/** The access of a key, and its expiry. */
export type KeyReach = Pick<PersonalApiKey, 'scopes' | 'scopedProjectIds' | 'scopedOrganizationIds' | 'expiresAt'>

/** Refuses actors whose own key has less access than another one (KEY-14). */
export function refuseMoreThanOwn(actor: Actor, reach: KeyReach): void {
  if (actor.type !== 'user' || actor.key === null || covers(actor.key, reach)) return
  throw permissionDenied('A personal API key cannot create, rotate or revoke a key that has more access than itself.')
}

/**
 * Whether an actor may see a key. A restricted key can see only keys with the same or narrower restrictions (PROJ-4).
 */
export function mayKnowOf(actor: Actor, reach: KeyReach): boolean {
  return actor.type !== 'user' || actor.key === null || isInside(actor.key, reach)
}

function covers(own: KeyReach, other: KeyReach): boolean {
  return (
    other.scopes.every((scope) => scopeAllows(own.scopes, scope)) &&
    isInside(own, other) &&
    (own.expiresAt === null || (other.expiresAt !== null && other.expiresAt <= own.expiresAt))
  )
}

function isInside(own: KeyReach, other: KeyReach): boolean {
  return (
    isAmong(own.scopedProjectIds, other.scopedProjectIds) &&
    isAmong(own.scopedOrganizationIds, other.scopedOrganizationIds)
  )
}

/** Whether `own` contains all of `other`; null stands for everything. */
function isAmong<Id>(own: readonly Id[] | null, other: readonly Id[] | null): boolean {
  return own === null || (other?.every((id) => own.includes(id)) ?? false)
}
