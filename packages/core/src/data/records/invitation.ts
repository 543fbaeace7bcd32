import { DAY_MS } from '../../foundation/time/durations.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { MembershipLevel } from './membership.ts'
import type { User } from './user.ts'

/** How long an invitation is valid. */
export const INVITATION_TTL_MS = 7 * DAY_MS

/** Permission to join an organization, once. Its token is shown once; only the hash is stored. */
export interface Invitation {
  /** UUID. */
  readonly id: string
  readonly organizationId: string
  /** The recipient's address in lower case. */
  readonly email: string
  /** The suggested first name of the new user; may be empty. */
  readonly firstName: string
  readonly level: MembershipLevel
  /** Roles that the new member receives. Roles that were deleted before that are skipped. */
  readonly roleIds: readonly string[]
  /** `sha256$` and the lower-case hexadecimal SHA-256 of the token. */
  readonly secureToken: string
  /** null: the system. */
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
  /** null: not accepted yet. */
  readonly acceptedAt: Timestamp | null
}
