import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Role, RoleDetails } from '../records/role.ts'

/** What is asked about roles. */
export interface RoleReader {
  find(organizationId: string, roleId: string): Promise<RoleDetails | undefined>
  /** Ignoring case. */
  findByName(organizationId: string, name: string): Promise<Role | undefined>
  /** Roles by name ignoring case, then by id. */
  list(organizationId: string, page: PageRequest): Promise<Page<RoleDetails>>
  /** The roles that a user has in an organization, by id. */
  ofUser(organizationId: string, userId: number): Promise<readonly Role[]>
}

/** What is asked about roles, and how it is changed. */
export interface RoleTable extends RoleReader {
  /** Names are unique in the organization ignoring case (`roles_name`). */
  insert(role: Role): Promise<void>
  update(role: Role): Promise<void>
  /** Takes its memberships and flag accesses with it. Whether there was such a role. */
  delete(organizationId: string, roleId: string): Promise<boolean>
}
