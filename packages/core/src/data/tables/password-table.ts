import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Queries on passwords. They are stored separately from users, so that no list of users contains a hash. */
export interface PasswordReader {
  /** Returns the hash with its parameters; undefined: the user has no password. */
  find(userId: number): Promise<string | undefined>
  /**
   * Returns the marks of the networks from which the user has signed in, latest first; none without a password. The
   * sign-in throttle reads them before each attempt.
   */
  networks(userId: number): Promise<readonly string[]>
  /** Whether any user has a password. */
  any(): Promise<boolean>
}

/** Queries on and changes of passwords. */
export interface PasswordTable extends PasswordReader {
  /** Sets or replaces the password of the user. */
  set(userId: number, hash: string, changedAt: Timestamp): Promise<void>
  /**
   * Replaces the marks. Changes nothing for a user without a password; `set` preserves the marks, `delete` removes
   * them.
   */
  setNetworks(userId: number, networks: readonly string[]): Promise<void>
  /** Deletes the password of the user. Returns whether there was one. */
  delete(userId: number): Promise<boolean>
}
