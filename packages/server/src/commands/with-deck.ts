import { existsSync } from 'node:fs'
import { createFlagdeck, type Flagdeck, type FlagdeckOptions, type Store } from '@flagdeck/core'
import type { OpenOptions } from '../open-database.ts'
import type { DatabaseLocation } from '../settings/database-url.ts'
import { withStore } from '../with-store.ts'
import { CommandProblem } from './command-problem.ts'

type DeckOptions = Pick<FlagdeckOptions, 'limits' | 'encryptionKey'> & Pick<OpenOptions, 'patient'>

/** Opens and migrates the database for one command, and closes it afterwards. */
export function withDeck<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  { patient = false, ...options }: DeckOptions = {},
): Promise<T> {
  return withStore(location, (store) => workOn({ store, ...options }, work), { patient })
}

/** Opens the database for a read-only command. It must have the schema of this release already. */
export function withDeckAsItIs<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  { patient = false, ...options }: DeckOptions = {},
): Promise<T> {
  const read = async (store: Store) => {
    await refuseOldSchema(store)
    return workOn({ store: { ...store, migrate: async () => ({ applied: [] }) }, ...options }, work)
  }
  return withStore(location, read, { patient, asItIs: true })
}

async function workOn<T>(options: FlagdeckOptions, work: (deck: Flagdeck) => Promise<T>): Promise<T> {
  const deck = await createFlagdeck(options)
  try {
    return await work(deck)
  } finally {
    // Notifies other instances of the changes.
    await deck.close()
  }
}

/**
 * Refuses a database with an older schema. Migrating would prevent instances of the older release from starting, so a
 * read-only command must not do it.
 */
async function refuseOldSchema(store: Store): Promise<void> {
  const pending = await store.pendingMigrations()
  if (pending.length === 0) return
  throw new CommandProblem(
    `The database schema is older than this release (pending migrations: ${pending.join(', ')}): run "flagdeck migrate", or use the older release.`,
  )
}

/** Refuses a missing database file, for commands that need an existing database: opening it would create the file. */
export function requireDatabase(location: DatabaseLocation): void {
  if (location.kind === 'sqlite' && isMissing(location)) {
    throw new CommandProblem(
      `There is no database at ${location.path}: set --database-url or DATABASE_URL, or create it with "flagdeck serve".`,
    )
  }
}

/** Whether a location is a file that does not exist. */
export function isMissing(location: DatabaseLocation): boolean {
  return location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)
}
