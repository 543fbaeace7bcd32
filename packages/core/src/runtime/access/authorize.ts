import type { Actor } from '../../data/records/actor.ts'
import { type Scope, scopeAllows } from '../../data/records/scope.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { noProjectAccess } from './unknown-place.ts'

/**
 * Refuses an actor whose key was not given `scope`. Every operation calls this before anything else, so that the
 * embedded library and the server enforce the same.
 */
export function authorize(actor: Actor, scope: Scope): void {
  if (isAllowed(actor, scope)) return
  if (actor.type === 'user') throw permissionDenied(`API key missing required scope '${scope}'`)
  throw permissionDenied('A project secret token can only read flag definitions and remote configuration.')
}

/** Whether `authorize` lets the actor pass: for operations that tell more to whom may hear more. */
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

/** {@link authorize} for what any one of several scopes opens; the refusal names the first. */
export function authorizeAny(actor: Actor, scopes: readonly [Scope, ...Scope[]]): void {
  const granted = actor.type === 'user' ? (actor.key?.scopes ?? ['*']) : []
  authorize(actor, scopes.find((scope) => scopeAllows(granted, scope)) ?? scopes[0])
}

/** {@link authorize} for what a project's secret token may do as well. */
export function authorizeDefinitions(actor: Actor, projectId: number): void {
  if (actor.type !== 'project_secret') authorize(actor, 'feature_flag:read')
  else if (actor.projectId !== projectId) throw noProjectAccess()
}
