import type { Session } from '../records/session.ts'

/** What is asked about sessions; also those whose time is over. */
export interface SessionReader {
  /** Look-up by hash: the value itself is never stored. */
  findBySecureValue(secureValue: string): Promise<Session | undefined>
  /** Sessions of one user in the order they were made, then by id. */
  list(userId: number): Promise<readonly Session[]>
}

/** What is asked about sessions, and how they are changed. */
export interface SessionTable extends SessionReader {
  /** Hashes are unique (`sessions_secure_value`). */
  insert(session: Session): Promise<void>
  /** Notes that the session was used, and until when it is good now; one that is gone stays so. */
  touch(userId: number, sessionId: string, used: Pick<Session, 'lastUsedAt' | 'expiresAt'>): Promise<void>
  /** Whether there was such a session. */
  delete(userId: number, sessionId: string): Promise<boolean>
  /** Removes all of a user, but for one where that is named. */
  deleteOfUser(userId: number, exceptId: string | null): Promise<void>
}
