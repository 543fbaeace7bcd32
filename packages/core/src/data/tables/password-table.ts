import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** What is asked about passwords. They are kept apart from users, so that no list of people has a hash in it. */
export interface PasswordReader {
  /** The hash with its parameters; undefined: the user has no password. */
  find(userId: number): Promise<string | undefined>
  /**
   * Marks of the networks from which the user has signed in, the latest first; none without a password.
   * The sign-in throttle reads them before each attempt.
   */
  networks(userId: number): Promise<readonly string[]>
  /** Whether anybody has one. */
  any(): Promise<boolean>
}

/** What is asked about passwords, and how they are changed. */
export interface PasswordTable extends PasswordReader {
  /** The user's only one from then on. */
  set(userId: number, hash: string, changedAt: Timestamp): Promise<void>
  /** Replaces the marks. Changes nothing for a user without a password; `set` keeps the marks, `delete` removes them. */
  setNetworks(userId: number, networks: readonly string[]): Promise<void>
  /** From then on the user has none; whether there was one. */
  delete(userId: number): Promise<boolean>
}
