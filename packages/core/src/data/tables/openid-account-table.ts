import type { OpenIdAccount } from '../records/openid-account.ts'

/** Queries on accounts at OpenID providers. */
export interface OpenIdAccountReader {
  find(issuer: string, subject: string): Promise<OpenIdAccount | undefined>
  /** Returns the accounts of a user in the order of creation, then by id. */
  ofUser(userId: number): Promise<readonly OpenIdAccount[]>
}

/** Queries on and changes of accounts at OpenID providers. */
export interface OpenIdAccountTable extends OpenIdAccountReader {
  /** Adds an account. It belongs to one user (`openid_accounts_subject`). */
  insert(account: OpenIdAccount): Promise<void>
  /** Deletes all accounts of this user. */
  deleteOfUser(userId: number): Promise<void>
}
