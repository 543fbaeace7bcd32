import type { Store } from '@flagdeck/core'
import type { ByHandFlags } from '../by-hand/by-hand-flags.ts'
import type { SeedOptions } from '../samples/seed.ts'

/** A kind of database that is measured. */
export interface BenchDatabase {
  readonly name: 'sqlite' | 'postgres'
  /** Creates and seeds a database, which exists until `use` has ended. */
  withSeeded<T>(seeded: SeedOptions, use: (database: SeededDatabase) => Promise<T>): Promise<T>
}

export interface SeededDatabase {
  /** The URL in the form of `DATABASE_URL`. */
  readonly url: string
  openStore(): Store
  /** Opens the same tables through the driver. */
  openByHand(): Promise<ByHandFlags>
  /** Runs statements without a store. */
  run(sql: string): Promise<void>
  /** Runs the maintenance that the database would do after a while, so that its plans and indexes are typical. */
  maintain(): Promise<void>
  /** Creates another database with the same contents; there must be no connections to this one. */
  copy(): Promise<SeededDatabase>
}
