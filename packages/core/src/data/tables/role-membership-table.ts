import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { RoleMembership } from '../records/role.ts'

/** What is asked about the members of roles. */
export interface RoleMembershipReader {
  find(organizationId: string, roleId: string, membershipId: string): Promise<RoleMembership | undefined>
  /** In the order they joined, then by id. */
  list(organizationId: string, roleId: string, page: PageRequest): Promise<Page<RoleMembership>>
}

/** What is asked about the members of roles, and how it is changed. */
export interface RoleMembershipTable extends RoleMembershipReader {
  /** A user has a role once (`role_memberships_pair`). */
  insert(organizationId: string, membership: RoleMembership): Promise<void>
  /** Whether there was such a membership. */
  delete(organizationId: string, roleId: string, membershipId: string): Promise<boolean>
  /** Takes every role of the organization from a user. */
  deleteOfUser(organizationId: string, userId: number): Promise<void>
}
