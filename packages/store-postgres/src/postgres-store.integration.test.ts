import type { Store } from '@flagdeck/core'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { afterAll } from 'vitest'
import { describeOnPgBouncer } from '../../../test/services/describe-on-pgbouncer.ts'
import { createMigratedDatabase, createTestDatabase } from '../test/support/create-test-database.ts'
import { describeOnNewestPostgres } from '../test/support/describe-on-newest-postgres.ts'
import { describeOnPostgres } from '../test/support/describe-on-postgres.ts'
import { tableCleaner } from '../test/support/table-cleaner.ts'
import { postgresStore } from './postgres-store.ts'

describeOnPostgres('a store on PostgreSQL', ({ name, url }) => {
  describePostgresStore(name, url, (databaseUrl) => databaseUrl)
})

describeOnNewestPostgres('a store on PostgreSQL', ({ name, url }) => {
  describeOnPgBouncer('transaction', url, (through) => describePostgresStore(name, url, through))
})

/** @param through returns the URL to which the stores connect for the URL of a database */
function describePostgresStore(name: string, serverUrl: string, through: (databaseUrl: string) => string): void {
  let shared: ReturnType<typeof sharedDatabase> | undefined
  afterAll(async () => (await shared)?.dispose())

  describeStore(name, {
    async create() {
      shared ??= sharedDatabase(serverUrl, through)
      return (await shared).open()
    },
    async createEmpty() {
      const database = await createTestDatabase(serverUrl)
      return openStores(through(database.url), () => database.dispose())
    },
  })
}

/**
 * Returns a database that is emptied between rules. The store stays open unless a rule closes it, because a new
 * connection has to load the metadata of every table first.
 */
async function sharedDatabase(serverUrl: string, through: (databaseUrl: string) => string) {
  const database = await createMigratedDatabase(serverUrl)
  const cleaner = await tableCleaner(database.url)
  const url = through(database.url)
  const stores = new Set<Store>()
  return {
    async open(): Promise<StoreUnderTest> {
      const [kept = closable(postgresStore(url), stores)] = stores
      const others: Store[] = []
      const openAnother = (): Store => {
        const other = postgresStore(url)
        others.push(other)
        return other
      }
      return {
        store: kept,
        async reopen() {
          await kept.close()
          return openAnother()
        },
        openSecond: async () => openAnother(),
        async dispose() {
          await Promise.all(others.map((each) => each.close()))
          await cleaner.empty()
        },
      }
    },
    async dispose() {
      await Promise.all([...stores].map((each) => each.close()))
      await cleaner.close()
      await database.dispose()
    },
  }
}

/** Returns a store that is in `open` until it is closed. */
function closable(store: Store, open: Set<Store>): Store {
  const close = () => {
    open.delete(it)
    return store.close()
  }
  const it: Store = { ...store, close }
  open.add(it)
  return it
}

function openStores(url: string, cleanUp: () => Promise<void>): StoreUnderTest {
  const stores: Store[] = []
  const openAnother = (): Store => {
    const store = postgresStore(url)
    stores.push(store)
    return store
  }
  const store = openAnother()
  return {
    store,
    async reopen() {
      await store.close()
      return openAnother()
    },
    openSecond: async () => openAnother(),
    async dispose() {
      await Promise.all(stores.map((each) => each.close()))
      await cleanUp()
    },
  }
}
