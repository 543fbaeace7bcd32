import { postgresStore } from '@flagdeck/store-postgres'
import { type PostgresServer, withPostgresServer } from '../databases/postgres-server.ts'
import { seed } from '../samples/seed.ts'
import { type SwitchedFlag, switchedFlags } from '../samples/switched-flags.ts'
import type { FlagServerPair } from './flag-server.ts'
import { buildServer } from './flagdeck-command.ts'
import { flagdeckFlag, flagdeckFlagServer } from './flagdeck-flag-server.ts'
import { seedUnleash, unleashFlagServer } from './unleash-flag-server.ts'

const FLAGS = 1000

export interface BesideUnleash {
  readonly servers: FlagServerPair
  readonly flags: readonly SwitchedFlag[]
}

/**
 * Runs `use` with Flagdeck and Unleash's server, each with the same 1,000 flags in a separate database on the same
 * PostgreSQL.
 * @param unleash the folder in which Unleash is installed
 */
export function besideUnleash<T>(unleash: string, use: (both: BesideUnleash) => Promise<T>): Promise<T> {
  buildServer()
  return withPostgresServer(async (postgres) => {
    const flags = switchedFlags(FLAGS)
    return use({ servers: await seededServers(postgres, unleash, flags), flags })
  })
}

async function seededServers(
  postgres: PostgresServer,
  unleash: string,
  flags: readonly SwitchedFlag[],
): Promise<FlagServerPair> {
  const ours = await postgres.createDatabase()
  await seed(postgresStore(ours), { flags: flags.map(flagdeckFlag) })
  const theirs = await postgres.createDatabase()
  await seedUnleash(unleash, theirs, flags)
  return { flagdeck: flagdeckFlagServer(ours), beside: unleashFlagServer(unleash, theirs) }
}
