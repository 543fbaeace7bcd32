import type { Actor } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import { scopeAllows } from '../../../data/records/scope.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'

/** How much a key opens, and for how long. */
export type KeyReach = Pick<PersonalApiKey, 'scopes' | 'scopedProjectIds' | 'scopedOrganizationIds' | 'expiresAt'>

/** Refuses an actor whose own key opens less than another one does (KEY-14). */
export function refuseMoreThanOwn(actor: Actor, reach: KeyReach): void {
  if (actor.type !== 'user' || actor.key === null || covers(actor.key, reach)) return
  throw permissionDenied('A personal API key cannot create, rotate or revoke a key that has more access than itself.')
}

/** Whether an actor may know of a key: one that is bound knows of those alone that are bound as closely (PROJ-4). */
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

/** Whether nothing of `other` is outside of `own`; null is everything. */
function isAmong<Id>(own: readonly Id[] | null, other: readonly Id[] | null): boolean {
  return own === null || (other?.every((id) => own.includes(id)) ?? false)
}
