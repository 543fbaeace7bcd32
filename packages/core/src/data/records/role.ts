import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { FlagAccessLevel } from './flag-access-level.ts'
import type { User } from './user.ts'

/** A named group of members, with their permission for flags. */
export interface Role {
  /** UUID. */
  readonly id: string
  readonly organizationId: string
  /** Unique in the organization, ignoring case. */
  readonly name: string
  readonly flagAccessLevel: FlagAccessLevel
  readonly createdAt: Timestamp
  readonly createdBy: User | null
}

/** The id and name of a role, without its members and flags, which may be many. */
export type NamedRole = Pick<Role, 'id' | 'name'>

/** A user's membership in a role. */
export interface RoleMembership {
  /** UUID. */
  readonly id: string
  readonly roleId: string
  readonly user: User
  readonly joinedAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A role with all its members and every live flag that it may edit. */
export interface RoleDetails extends Role {
  readonly members: readonly RoleMembership[]
  /**
   * Flags of all projects of the organization; a key that is restricted to projects only sees those of its projects
   * (PROJ-4).
   */
  readonly associatedFlags: readonly { readonly id: number; readonly projectId: number; readonly key: string }[]
}
