import type { Store } from '@flagdeck/core'
import type { ByHandFlags } from '../by-hand/by-hand-flags.ts'
import type { SeedOptions } from '../samples/seed.ts'

/** A kind of database that is measured. */
export interface BenchDatabase {
  readonly name: 'sqlite' | 'postgres'
  /** Makes and seeds a database for as long as `use` takes. */
  withSeeded<T>(seeded: SeedOptions, use: (database: SeededDatabase) => Promise<T>): Promise<T>
}

export interface SeededDatabase {
  /** As `DATABASE_URL` has it. */
  readonly url: string
  openStore(): Store
  /** The same tables through the bare driver. */
  openByHand(): Promise<ByHandFlags>
  /** Runs statements that need no store. */
  run(sql: string): Promise<void>
  /** Does what the database would do by itself after a while, so that its plans and indexes are as they usually are. */
  maintain(): Promise<void>
  /** Another database with the same in it; nothing may have this one open. */
  copy(): Promise<SeededDatabase>
}
