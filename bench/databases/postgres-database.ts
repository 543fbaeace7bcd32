import { postgresStore } from '@flagdeck/store-postgres'
import { postgresFlags } from '../by-hand/postgres-flags.ts'
import { seed } from '../samples/seed.ts'
import type { BenchDatabase, SeededDatabase } from './bench-database.ts'
import { type PostgresServer, runOn, withPostgresServer } from './postgres-server.ts'

export const postgresDatabase: BenchDatabase = {
  name: 'postgres',
  withSeeded: (seeded, use) =>
    withPostgresServer(async (server) => {
      const url = await server.createDatabase()
      await seed(postgresStore(withoutFlushing(url)), seeded)
      return use(databaseAt(server, url))
    }),
}

function databaseAt(server: PostgresServer, url: string): SeededDatabase {
  return {
    url,
    openStore: () => postgresStore(url),
    openByHand: () => postgresFlags(url),
    run: (sql) => runOn(url, sql),
    maintain: () => runOn(url, 'vacuum analyze'),
    copy: async () => databaseAt(server, await server.createDatabase(url)),
  }
}

/** Returns a URL without flushing: seeded data need not survive a power failure. */
function withoutFlushing(url: string): string {
  const relaxed = new URL(url)
  relaxed.searchParams.set('options', '-c synchronous_commit=off')
  return relaxed.href
}
