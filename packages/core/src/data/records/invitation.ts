import { DAY_MS } from '../../foundation/time/durations.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { MembershipLevel } from './membership.ts'
import type { User } from './user.ts'

/** How long an invitation is good. */
export const INVITATION_TTL_MS = 7 * DAY_MS

/** That somebody may join an organization, once. Its token is shown once; only the hash is kept. */
export interface Invitation {
  /** UUID. */
  readonly id: string
  readonly organizationId: string
  /** Whom it is for, in lower case. */
  readonly email: string
  /** What the new user is called, unless they say otherwise; may be empty. */
  readonly firstName: string
  readonly level: MembershipLevel
  /** Roles that come with it; those that are deleted meanwhile do not. */
  readonly roleIds: readonly string[]
  /** `sha256$` and the lower-case hexadecimal SHA-256 of the token. */
  readonly secureToken: string
  /** null: the system. */
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
  /** null: nobody has accepted it. */
  readonly acceptedAt: Timestamp | null
}
