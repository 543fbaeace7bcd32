import { type DomainError, notFound, permissionDenied } from '../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'

const NO_PROJECT = 'Project not found.'
const NO_ORGANIZATION = 'Organization not found.'

/** @param id the id, if the caller named one */
export function projectNotFound(id?: number): DomainError {
  return id === undefined ? notFound(NO_PROJECT) : recordNotFound('Project', id, undefined, NO_PROJECT)
}

/** @param id the id, if the caller named one */
export function organizationNotFound(id?: string): DomainError {
  return id === undefined ? notFound(NO_ORGANIZATION) : recordNotFound('Organization', id, undefined, NO_ORGANIZATION)
}

/** Returns the refusal for a project that exists, but that the caller has no access to. */
export function noProjectAccess(): DomainError {
  return permissionDenied("You don't have access to the project.")
}
