import { type DomainError, notFound, permissionDenied } from '../../foundation/errors/domain-error.ts'

export function projectNotFound(): DomainError {
  return notFound('Project not found.')
}

export function organizationNotFound(): DomainError {
  return notFound('Organization not found.')
}

/** The refusal for a project that is there, and that the caller has nothing to do with. */
export function noProjectAccess(): DomainError {
  return permissionDenied("You don't have access to the project.")
}
