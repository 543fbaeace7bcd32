import { existsSync } from 'node:fs'
import { createFlagdeck, type Flagdeck, type FlagdeckOptions, type Store } from '@flagdeck/core'
import type { OpenOptions } from '../open-database.ts'
import type { DatabaseLocation } from '../settings/database-url.ts'
import { withStore } from '../with-store.ts'
import { CommandProblem } from './command-problem.ts'

/** Opens the database for one command, migrated, and closes it whatever happens. */
export function withDeck<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  { patient = false, ...options }: Pick<FlagdeckOptions, 'limits' | 'encryptionKey'> & OpenOptions = {},
): Promise<T> {
  const withDeckOn = async (store: Store) => {
    const deck = await createFlagdeck({ store, ...options })
    try {
      return await work(deck)
    } finally {
      // Tells other instances what was changed.
      await deck.close()
    }
  }
  return withStore(location, withDeckOn, { patient })
}

/** For commands that only make sense on a database with something in it: opening a file that is not there makes one. */
export function requireDatabase(location: DatabaseLocation): void {
  if (location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)) {
    throw new CommandProblem(
      `There is no database at ${location.path}: name another with --database-url or DATABASE_URL, or make this one with "flagdeck serve".`,
    )
  }
}
