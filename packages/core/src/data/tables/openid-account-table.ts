import type { OpenIdAccount } from '../records/openid-account.ts'

/** What is asked about accounts at OpenID providers. */
export interface OpenIdAccountReader {
  find(issuer: string, subject: string): Promise<OpenIdAccount | undefined>
  /** Those of a user, in the order they were made, then by id. */
  ofUser(userId: number): Promise<readonly OpenIdAccount[]>
}

/** What is asked about accounts at OpenID providers, and how they are changed. */
export interface OpenIdAccountTable extends OpenIdAccountReader {
  /** An account is of one user (`openid_accounts_subject`). */
  insert(account: OpenIdAccount): Promise<void>
  /** From then on none is of this user. */
  deleteOfUser(userId: number): Promise<void>
}
