import type { Organization } from '../data/records/organization.ts'
import type { ProjectAccess } from './access/project-access.ts'
import type { Context } from './context.ts'

/** A context inside one organization that the actor belongs to. */
export interface OrganizationContext extends Context {
  readonly organization: Organization
  readonly access: ProjectAccess
}
