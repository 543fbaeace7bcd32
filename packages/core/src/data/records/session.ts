import { DAY_MS, MINUTE_MS } from '../../foundation/time/durations.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** How long a session is valid after its last use. */
export const SESSION_TTL_MS = 14 * DAY_MS
/** How long a sign-in link is valid. */
export const SIGN_IN_LINK_TTL_MS = 30 * MINUTE_MS

/** How a user signed in. */
export type SignInMethod = 'link' | 'password' | 'invitation' | 'openid'

/**
 * One browser in which a user is signed in to the console. Its value is in the browser's cookie; only the hash is
 * stored.
 */
export interface Session {
  /** UUID. */
  readonly id: string
  readonly user: User
  /** `sha256$` and the lower-case hexadecimal SHA-256 of the value. */
  readonly secureValue: string
  readonly method: SignInMethod
  /** The user agent of the browser, truncated; may be empty. */
  readonly browser: string
  readonly createdAt: Timestamp
  readonly lastUsedAt: Timestamp
  readonly expiresAt: Timestamp
}

/** Permission to sign in without a password, once. Its token is shown once; only the hash is stored. */
export interface SignInLink {
  /** UUID. */
  readonly id: string
  readonly user: User
  /** `sha256$` and the lower-case hexadecimal SHA-256 of the token. */
  readonly secureToken: string
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp
  /** null: not used yet. */
  readonly usedAt: Timestamp | null
}
