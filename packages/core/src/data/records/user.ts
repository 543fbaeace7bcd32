import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** A user of this service, with a sign-in or a key. A user may be a member of several organizations. */
export interface User {
  readonly id: number
  readonly uuid: string
  /** The distinct id under which flags are evaluated for this user (`my_flags`). */
  readonly distinctId: string
  readonly firstName: string
  readonly lastName: string
  /** In lower case; unique among all users. */
  readonly email: string
  readonly isEmailVerified: boolean | null
  readonly createdAt: Timestamp
}

/** A user before the store gives it an id. */
export type NewUser = Omit<User, 'id'>
