import type { Session } from '../records/session.ts'

/** Queries on sessions, including expired ones. */
export interface SessionReader {
  /** Finds a session by its hash: the value itself is never stored. */
  findBySecureValue(secureValue: string): Promise<Session | undefined>
  /** Returns the sessions of one user in the order of creation, then by id. */
  list(userId: number): Promise<readonly Session[]>
}

/** Queries on and changes of sessions. */
export interface SessionTable extends SessionReader {
  /** Hashes are unique (`sessions_secure_value`). */
  insert(session: Session): Promise<void>
  /** Stores the last use of a session and its new expiry. Does nothing if the session was deleted. */
  touch(userId: number, sessionId: string, used: Pick<Session, 'lastUsedAt' | 'expiresAt'>): Promise<void>
  /** Returns whether the session existed. */
  delete(userId: number, sessionId: string): Promise<boolean>
  /** Deletes all sessions of a user, except the given one. */
  deleteOfUser(userId: number, exceptId: string | null): Promise<void>
}
