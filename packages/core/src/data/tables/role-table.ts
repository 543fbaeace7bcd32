import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Role, RoleDetails } from '../records/role.ts'

/** Queries on roles. */
export interface RoleReader {
  find(organizationId: string, roleId: string): Promise<RoleDetails | undefined>
  /** Finds a role by its name, ignoring case. */
  findByName(organizationId: string, name: string): Promise<Role | undefined>
  /** Lists roles by name, ignoring case, then by id. */
  list(organizationId: string, page: PageRequest): Promise<Page<RoleDetails>>
  /** Returns the roles of a user in an organization, by id. */
  ofUser(organizationId: string, userId: number): Promise<readonly Role[]>
}

/** Queries on and changes of roles. */
export interface RoleTable extends RoleReader {
  /** Names are unique in the organization ignoring case (`roles_name`). */
  insert(role: Role): Promise<void>
  update(role: Role): Promise<void>
  /** Deletes a role with its memberships and flag accesses. Returns whether the role existed. */
  delete(organizationId: string, roleId: string): Promise<boolean>
}
