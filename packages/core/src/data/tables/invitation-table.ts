import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Invitation } from '../records/invitation.ts'

/** Queries on invitations. An invitation is open until it is accepted, even after it has expired. */
export interface InvitationReader {
  /** Finds an invitation by its hash: the token itself is never stored. */
  findBySecureToken(secureToken: string): Promise<Invitation | undefined>
  findOpen(organizationId: string, invitationId: string): Promise<Invitation | undefined>
  /** Lists open invitations in the order of creation, then by id. */
  listOpen(organizationId: string, page: PageRequest): Promise<Page<Invitation>>
}

/** Queries on and changes of invitations. */
export interface InvitationTable extends InvitationReader {
  /** Hashes are unique (`invitations_secure_token`). */
  insert(invitation: Invitation): Promise<void>
  /** Accepts an invitation. Returns whether it was open: of several concurrent calls, only one receives true. */
  accept(organizationId: string, invitationId: string, acceptedAt: Timestamp): Promise<boolean>
  /** Deletes an open invitation. Returns whether it existed. */
  withdraw(organizationId: string, invitationId: string): Promise<boolean>
  /** Deletes the open invitations to an address, in lower case. */
  withdrawTo(organizationId: string, email: string): Promise<void>
  /** Deletes the open invitations that a user has created. */
  withdrawOf(organizationId: string, userId: number): Promise<void>
}
