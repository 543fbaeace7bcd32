import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** The levels of members by name. */
export const MEMBERSHIP_LEVELS = { member: 1, admin: 8, owner: 15 } as const

export type MembershipLevelName = keyof typeof MEMBERSHIP_LEVELS
/** One of the numbers in {@link MEMBERSHIP_LEVELS}. */
export type MembershipLevel = (typeof MEMBERSHIP_LEVELS)[MembershipLevelName]

/** A user's membership in an organization, with a level of permissions. */
export interface Membership {
  /** UUID. */
  readonly id: string
  readonly organizationId: string
  readonly user: User
  readonly level: MembershipLevel
  readonly joinedAt: Timestamp
  readonly updatedAt: Timestamp
}

/** Whether a member is an admin or an owner. These manage roles and may edit every flag. */
export function isAdmin(membership: Pick<Membership, 'level'>): boolean {
  return membership.level >= MEMBERSHIP_LEVELS.admin
}
