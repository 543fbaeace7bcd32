import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { SignInLink } from '../records/session.ts'

/** What is asked about sign-in links; used ones and those whose time is over are there too. */
export interface SignInLinkReader {
  /** Look-up by hash: the token itself is never stored. */
  findBySecureToken(secureToken: string): Promise<SignInLink | undefined>
}

/** What is asked about sign-in links, and how they are changed. */
export interface SignInLinkTable extends SignInLinkReader {
  /** Hashes are unique (`sign_in_links_secure_token`). */
  insert(link: SignInLink): Promise<void>
  /** Whether nobody had used it: of many who use one at once, one is told so. */
  use(userId: number, linkId: string, usedAt: Timestamp): Promise<boolean>
  /** Removes those of a user that were made before a time. */
  deleteMadeBefore(userId: number, time: Timestamp): Promise<void>
}
