import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { RoleMembership } from '../records/role.ts'

/** Queries on the members of roles. */
export interface RoleMembershipReader {
  find(organizationId: string, roleId: string, membershipId: string): Promise<RoleMembership | undefined>
  /** Lists members in the order of joining, then by id. */
  list(organizationId: string, roleId: string, page: PageRequest): Promise<Page<RoleMembership>>
}

/** Queries on and changes of the members of roles. */
export interface RoleMembershipTable extends RoleMembershipReader {
  /** Adds a member. A role and a user are a unique pair (`role_memberships_pair`). */
  insert(organizationId: string, membership: RoleMembership): Promise<void>
  /** Returns whether the membership existed. */
  delete(organizationId: string, roleId: string, membershipId: string): Promise<boolean>
  /** Removes the user from all roles of the organization. */
  deleteOfUser(organizationId: string, userId: number): Promise<void>
}
