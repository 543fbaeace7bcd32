import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Invitation } from '../records/invitation.ts'

/** What is asked about invitations. One that nobody has accepted is open, also when its time is over. */
export interface InvitationReader {
  /** Look-up by hash: the token itself is never stored. */
  findBySecureToken(secureToken: string): Promise<Invitation | undefined>
  findOpen(organizationId: string, invitationId: string): Promise<Invitation | undefined>
  /** Open ones in the order they were made, then by id. */
  listOpen(organizationId: string, page: PageRequest): Promise<Page<Invitation>>
}

/** What is asked about invitations, and how they are changed. */
export interface InvitationTable extends InvitationReader {
  /** Hashes are unique (`invitations_secure_token`). */
  insert(invitation: Invitation): Promise<void>
  /** Whether it was open: of many who accept one at once, one is told so. */
  accept(organizationId: string, invitationId: string, acceptedAt: Timestamp): Promise<boolean>
  /** Removes an open one. Whether there was such an invitation. */
  withdraw(organizationId: string, invitationId: string): Promise<boolean>
  /** Removes the open ones to an address, in lower case. */
  withdrawTo(organizationId: string, email: string): Promise<void>
  /** Removes the open ones that a user has made. */
  withdrawOf(organizationId: string, userId: number): Promise<void>
}
