import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** Whose an account at an OpenID provider is. Addresses change and are given to others; an issuer's subject is not. */
export interface OpenIdAccount {
  /** UUID. */
  readonly id: string
  /** The provider, as it calls itself. */
  readonly issuer: string
  /** The account there: never given to anybody else. */
  readonly subject: string
  readonly user: User
  readonly createdAt: Timestamp
}
