import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { NewUser, User } from '../records/user.ts'

/** Queries on users. */
export interface UserReader {
  find(userId: number): Promise<User | undefined>
  findByUuid(uuid: string): Promise<User | undefined>
  /** Finds a user by e-mail address in lower case. */
  findByEmail(email: string): Promise<User | undefined>
  /** Returns the last `touch` of each of these users. Users without one are omitted. */
  lastSeen(userIds: readonly number[]): Promise<ReadonlyMap<number, Timestamp>>
}

/** Queries on and changes of users. */
export interface UserTable extends UserReader {
  /** E-mail addresses are unique (`users_email`). */
  insert(user: NewUser): Promise<User>
  /**
   * Returns the user, and locks the row until the commit: transactions that change keys of one user run one after the
   * other. A transaction that locks or touches a user MUST do so before it changes rows of that user (keys, sessions,
   * passwords, accounts at providers, sign-in links), and after it locks an organization. With another order, two
   * transactions could wait for each other. An insert that references the user does not wait (`FOR KEY SHARE`).
   */
  lock(userId: number): Promise<User | undefined>
  /** Stores when the user was last seen, and locks the row as `lock` does. Does nothing if there is no such user. */
  touch(userId: number, lastSeenAt: Timestamp): Promise<void>
  /** Replaces all fields except the id and the time when the user was last seen. */
  update(user: User): Promise<void>
}
