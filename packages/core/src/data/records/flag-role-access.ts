import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** That members with a role may edit one flag, although their level alone would not let them. */
export interface FlagRoleAccess {
  readonly id: number
  readonly flagId: number
  readonly roleId: string
  readonly addedAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A right before the store gives it an id. */
export type NewFlagRoleAccess = Omit<FlagRoleAccess, 'id'>
