import type { Store } from '@flagdeck/core'

/** A store with its own database. */
export interface StoreUnderTest {
  readonly store: Store
  /** Closes the store and opens the same database again. Missing if the store is not persistent. */
  readonly reopen?: () => Promise<Store>
  /** Opens a second, independent store on the same database, like another process. Missing if it cannot be shared. */
  readonly openSecond?: () => Promise<Store>
  /** Closes all open stores and removes the database. */
  dispose(): Promise<void>
}

export interface DescribeStoreOptions {
  /** Creates a migrated store on an empty database; called once for each rule. */
  readonly create: () => Promise<StoreUnderTest>
  /** Creates a store on an empty database without migrating it. Missing if the store has no schema to migrate. */
  readonly createEmpty?: () => Promise<StoreUnderTest>
  /** Rules that this store cannot fulfil, each with the reason: `{ 'STORE-82': 'why' }`. */
  readonly skip?: Readonly<Record<string, string>>
}
