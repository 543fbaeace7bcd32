import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/**
 * Links an account at an OpenID provider to a user. E-mail addresses change and are reassigned; an issuer's subject is
 * not.
 */
export interface OpenIdAccount {
  /** UUID. */
  readonly id: string
  /** The issuer identifier of the provider. */
  readonly issuer: string
  /** The account identifier there, which is never reassigned. */
  readonly subject: string
  readonly user: User
  readonly createdAt: Timestamp
}
