import { existsSync } from 'node:fs'
import { createFlagdeck, type Flagdeck, type Limits } from '@flagdeck/core'
import { openStore } from '../open-store.ts'
import type { DatabaseLocation } from '../settings/database-url.ts'
import { CommandProblem } from './command-problem.ts'

/** Opens the database for one command, migrated, and closes it whatever happens. */
export async function withDeck<T>(
  location: DatabaseLocation,
  work: (deck: Flagdeck) => Promise<T>,
  limits: Partial<Limits> = {},
): Promise<T> {
  const store = await openStore(location)
  try {
    return await work(await createFlagdeck({ store, limits }))
  } finally {
    await store.close()
  }
}

/** For commands that only make sense on a database with something in it: opening a file that is not there makes one. */
export function requireDatabase(location: DatabaseLocation): void {
  if (location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)) {
    throw new CommandProblem(
      `There is no database at ${location.path}: name another with --database-url or DATABASE_URL, or make this one with "flagdeck serve".`,
    )
  }
}
