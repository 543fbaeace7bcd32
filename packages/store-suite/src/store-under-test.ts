import type { Store } from '@flagdeck/core'

/** A store on a database of its own. */
export interface StoreUnderTest {
  readonly store: Store
  /** Closes and opens the same database again. Missing: nothing is kept when the store closes. */
  readonly reopen?: () => Promise<Store>
  /** A second, independent store on the same database, as another process would have. Missing: it cannot be shared. */
  readonly openSecond?: () => Promise<Store>
  /** Closes whatever is still open and removes the database. */
  dispose(): Promise<void>
}

export interface DescribeStoreOptions {
  /** A migrated store on an empty database; called once a rule. */
  readonly create: () => Promise<StoreUnderTest>
  /** The same, but not migrated. Missing: the store has no schema to migrate. */
  readonly createEmpty?: () => Promise<StoreUnderTest>
  /** Rules that this store cannot keep, each with the reason: `{ 'STORE-82': 'why' }`. */
  readonly skip?: Readonly<Record<string, string>>
}
