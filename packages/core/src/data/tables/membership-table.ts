import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Membership, MembershipLevel } from '../records/membership.ts'

/** What is asked about memberships. */
export interface MembershipReader {
  find(organizationId: string, userId: number): Promise<Membership | undefined>
  /** Members in the order they joined, then by id. */
  list(organizationId: string, page: PageRequest): Promise<Page<Membership>>
  /** Every membership of one user, in the order they joined, then by id. */
  ofUser(userId: number): Promise<readonly Membership[]>
  /** How many members have this level. */
  countAt(organizationId: string, level: MembershipLevel): Promise<number>
}

/** What is asked about memberships, and how it is changed. */
export interface MembershipTable extends MembershipReader {
  /** A user is a member of an organization once (`memberships_pair`). */
  insert(membership: Membership): Promise<void>
  /** Replaces the level, and when it was changed. */
  update(membership: Membership): Promise<void>
  /** Whether there was such a membership. */
  delete(organizationId: string, userId: number): Promise<boolean>
}
