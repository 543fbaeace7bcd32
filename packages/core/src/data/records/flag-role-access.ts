import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Permission of members with a role to edit one flag, which their level alone would not give them. */
export interface FlagRoleAccess {
  readonly id: number
  readonly flagId: number
  readonly roleId: string
  readonly addedAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A permission before the store gives it an id. */
export type NewFlagRoleAccess = Omit<FlagRoleAccess, 'id'>
