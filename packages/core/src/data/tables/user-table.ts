import type { NewUser, User } from '../records/user.ts'

/** What is asked about users. */
export interface UserReader {
  find(userId: number): Promise<User | undefined>
  findByUuid(uuid: string): Promise<User | undefined>
  /** `email` in lower case. */
  findByEmail(email: string): Promise<User | undefined>
}

/** What is asked about users, and how it is changed. */
export interface UserTable extends UserReader {
  /** E-mail addresses are unique (`users_email`). */
  insert(user: NewUser): Promise<User>
  /** The user, whose row others cannot lock until the commit: what changes keys of one user goes one after the other. */
  lock(userId: number): Promise<User | undefined>
  /** Replaces everything but the id. */
  update(user: User): Promise<void>
}
