import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** What is asked about passwords. They are kept apart from users, so that no list of people has a hash in it. */
export interface PasswordReader {
  /** The hash with its parameters; undefined: the user has no password. */
  find(userId: number): Promise<string | undefined>
  /** Whether anybody has one. */
  any(): Promise<boolean>
}

/** What is asked about passwords, and how they are changed. */
export interface PasswordTable extends PasswordReader {
  /** The user's only one from then on. */
  set(userId: number, hash: string, changedAt: Timestamp): Promise<void>
  /** From then on the user has none; whether there was one. */
  delete(userId: number): Promise<boolean>
}
