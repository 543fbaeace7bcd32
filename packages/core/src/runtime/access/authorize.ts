import type { Actor } from '../../data/records/actor.ts'
import { type Scope, scopeAllows } from '../../data/records/scope.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { noProjectAccess } from './unknown-place.ts'

/**
 * Refuses an actor whose key lacks `scope`. Every operation calls this first, so that the embedded library and the
 * server enforce the same permissions.
 */
export function authorize(actor: Actor, scope: Scope): void {
  if (isAllowed(actor, scope)) return
  if (actor.type === 'user') throw permissionDenied(`API key missing required scope '${scope}'`)
  throw permissionDenied('A project secret token can only read flag definitions and remote configuration.')
}

/** Whether `authorize` accepts the actor, for operations that return more to callers with more permissions. */
export function isAllowed(actor: Actor, scope: Scope): boolean {
  switch (actor.type) {
    case 'system':
      return true
    case 'user':
      return actor.key === null || scopeAllows(actor.key.scopes, scope)
    case 'project_secret':
      return false
  }
}

/** {@link authorize} for an operation that any one of several scopes allows; the refusal names the first. */
export function authorizeAny(actor: Actor, scopes: readonly [Scope, ...Scope[]]): void {
  const granted = actor.type === 'user' ? (actor.key?.scopes ?? ['*']) : []
  authorize(actor, scopes.find((scope) => scopeAllows(granted, scope)) ?? scopes[0])
}

/** {@link authorize} for an operation that a project's secret token also allows. */
export function authorizeDefinitions(actor: Actor, projectId: number): void {
  if (actor.type !== 'project_secret') authorize(actor, 'feature_flag:read')
  else if (actor.projectId !== projectId) throw noProjectAccess()
}
