import { existsSync } from 'node:fs'
import { createFlagdeck, type Flagdeck, type FlagdeckOptions, type Store } from '@flagdeck/core'
import type { OpenOptions } from '../open-database.ts'
import type { DatabaseLocation } from '../settings/database-url.ts'
import { withStore } from '../with-store.ts'
import { CommandProblem } from './command-problem.ts'

type DeckOptions = Pick<FlagdeckOptions, 'limits' | 'encryptionKey'> & Pick<OpenOptions, 'patient'>

/** Opens the database for one command, migrated, and closes it whatever happens. */
export function withDeck<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  { patient = false, ...options }: DeckOptions = {},
): Promise<T> {
  return withStore(location, (store) => workOn({ store, ...options }, work), { patient })
}

/** Opens the database for a command that only looks at it: as it is, and of this release already. */
export function withDeckAsItIs<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  { patient = false, ...options }: DeckOptions = {},
): Promise<T> {
  const look = async (store: Store) => {
    await refuseOldSchema(store)
    return workOn({ store: { ...store, migrate: async () => ({ applied: [] }) }, ...options }, work)
  }
  return withStore(location, look, { patient, asItIs: true })
}

async function workOn<T>(options: FlagdeckOptions, work: (deck: Flagdeck) => Promise<T>): Promise<T> {
  const deck = await createFlagdeck(options)
  try {
    return await work(deck)
  } finally {
    // Tells other instances what was changed.
    await deck.close()
  }
}

/** Instances of the older release could not be started on it any more, after no more than a look. */
async function refuseOldSchema(store: Store): Promise<void> {
  const pending = await store.pendingMigrations()
  if (pending.length === 0) return
  throw new CommandProblem(
    `The database is of an older release (it lacks ${pending.join(', ')}): use the command of that release, or bring it up to this one with "flagdeck migrate".`,
  )
}

/** For commands that only make sense on a database with something in it: opening a file that is not there makes one. */
export function requireDatabase(location: DatabaseLocation): void {
  if (location.kind === 'sqlite' && isMissing(location)) {
    throw new CommandProblem(
      `There is no database at ${location.path}: name another with --database-url or DATABASE_URL, or make this one with "flagdeck serve".`,
    )
  }
}

/** Whether a location is a file that does not exist. */
export function isMissing(location: DatabaseLocation): boolean {
  return location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)
}
