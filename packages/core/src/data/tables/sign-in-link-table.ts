import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { SignInLink } from '../records/session.ts'

/** Queries on sign-in links, including used and expired ones. */
export interface SignInLinkReader {
  /** Finds a link by its hash: the token itself is never stored. */
  findBySecureToken(secureToken: string): Promise<SignInLink | undefined>
}

/** Queries on and changes of sign-in links. */
export interface SignInLinkTable extends SignInLinkReader {
  /** Hashes are unique (`sign_in_links_secure_token`). */
  insert(link: SignInLink): Promise<void>
  /** Marks a link as used. Returns whether it was unused: of several concurrent calls, only one receives true. */
  use(userId: number, linkId: string, usedAt: Timestamp): Promise<boolean>
  /** Deletes the links of a user that were created before a time. */
  deleteMadeBefore(userId: number, time: Timestamp): Promise<void>
}
