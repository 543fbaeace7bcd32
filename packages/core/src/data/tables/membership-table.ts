import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Membership, MembershipLevel } from '../records/membership.ts'

/** Queries on memberships. */
export interface MembershipReader {
  find(organizationId: string, userId: number): Promise<Membership | undefined>
  /** Lists members in the order of joining, then by id. */
  list(organizationId: string, page: PageRequest): Promise<Page<Membership>>
  /** Returns all memberships of one user, in the order of joining, then by id. */
  ofUser(userId: number): Promise<readonly Membership[]>
  /** Returns the number of members with this level. */
  countAt(organizationId: string, level: MembershipLevel): Promise<number>
}

/** Queries on and changes of memberships. */
export interface MembershipTable extends MembershipReader {
  /** Adds a membership. An organization and a user are a unique pair (`memberships_pair`). */
  insert(membership: Membership): Promise<void>
  /** Replaces the level and the time of its change. */
  update(membership: Membership): Promise<void>
  /** Returns whether the membership existed. */
  delete(organizationId: string, userId: number): Promise<boolean>
}
