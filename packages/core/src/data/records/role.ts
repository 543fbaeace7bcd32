import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { FlagAccessLevel } from './flag-access-level.ts'
import type { User } from './user.ts'

/** A named group of members, with what they may do with flags. */
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

/** The part of a role that names it, without its members and flags, of which there may be many. */
export type NamedRole = Pick<Role, 'id' | 'name'>

/** That a user has a role. */
export interface RoleMembership {
  /** UUID. */
  readonly id: string
  readonly roleId: string
  readonly user: User
  readonly joinedAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A role with everyone who has it and every live flag it was given access to. */
export interface RoleDetails extends Role {
  readonly members: readonly RoleMembership[]
  /** Of every project of the organization; a key that is bound to projects is shown those of its own (PROJ-4). */
  readonly associatedFlags: readonly { readonly id: number; readonly projectId: number; readonly key: string }[]
}
